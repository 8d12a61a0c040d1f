/** How a new agent depends on the very package that made it, published or not. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface PackageSource {
  /** For `dependencies`: a range where a registry had it, else the tarball or the folder at hand. */
  readonly spec: string
  /** The folder of a checkout that has to be built first. */
  readonly unbuilt?: string
}

/** `root` is the package's folder. npm records next to it where it came from. */
export function packageSource(root: string, version: string): PackageSource {
  const from = resolvedFrom(root)
  if (from !== undefined && /^https?:/.test(from)) return { spec: from.includes('/-/') ? `^${version}` : from }
  const tarball = from?.startsWith('file:') ? resolve(root, '../..', from.slice('file:'.length)) : undefined
  if (tarball?.endsWith('.tgz') && existsSync(tarball)) return { spec: fileSpec(tarball) }
  return { spec: fileSpec(root), ...(existsSync(join(root, 'dist/index.js')) ? undefined : { unbuilt: root }) }
}

function fileSpec(path: string): string {
  return `file:${path.replaceAll('\\', '/').replace(/\/$/, '')}`
}

function resolvedFrom(root: string): string | undefined {
  try {
    const lock = JSON.parse(readFileSync(join(dirname(root), '.package-lock.json'), 'utf8'))
    return lock.packages['node_modules/replywire'].resolved
  } catch {
    return undefined
  }
}
