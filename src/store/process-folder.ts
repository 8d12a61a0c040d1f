/** Where the processes of this host that share a store say that they live. */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The folder of a store. None for a store in memory, which no other process shares. */
export function processFolder(url: string): string | undefined {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    return path === ':memory:' || path === '' ? undefined : `${resolve(path)}-processes`
  }
  if (!URL.canParse(url)) return undefined
  // Without user and password. Two databases that share a folder are no harm: then leases count.
  const { host, pathname } = new URL(url)
  const store = createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16)
  return join(tmpdir(), `replywire-processes-${process.getuid?.() ?? 'user'}-${store}`)
}
