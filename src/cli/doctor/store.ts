/** The store, and the secret that the processes on it share. */
import { existsSync } from 'node:fs'
import { ReplywireError } from '../../errors.ts'
import { loadSecret, secretVariable } from '../../runtime/secret-file.ts'
import type { Check } from '../../store/check.ts'
import { inspectStore } from '../../store/inspect.ts'

/** The file of a store; undefined for a database. */
function fileOf(store: string): string | undefined {
  return store.startsWith('sqlite:') ? store.slice('sqlite:'.length) : undefined
}

export async function storeChecks(store: string): Promise<Check[]> {
  const file = fileOf(store)
  // Servers make it when they start.
  if (file !== undefined && !existsSync(file)) return [{ name: 'store', ok: true, found: `none yet at ${file}` }]
  return (await inspectStore(store)).map(check => ({ ...check, name: `store ${check.name}` }))
}

/** Whether the secret can be read. A file store without one gets it from the first process: none is made here. */
export function secretCheck(store: string, secretFile: string | undefined): Check {
  const name = 'secret'
  const file = fileOf(store)
  const isOwn = secretFile === undefined && (process.env[secretVariable] ?? '') === '' && file !== undefined
  if (isOwn && !existsSync(`${file}.key`)) return { name, ok: true, found: 'none yet; the first server makes one' }
  try {
    loadSecret(store, { file: secretFile })
    return { name, ok: true, found: secretFile ?? (isOwn ? `${file}.key` : secretVariable) }
  } catch (error) {
    if (!(error instanceof ReplywireError)) throw error
    const fix = `Put 32 random characters or more into ${secretVariable}, or into a file that only you can read: --secret-file FILE`
    return { name, ok: false, found: error.message, fix }
  }
}
