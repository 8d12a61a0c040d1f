/** The store, and the secret that the processes on it share. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
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

/** The least free space next to a store file: a server that cannot write refuses calls. */
const leastFree = 100 * 1024 * 1024

/** How much space is left where the store file is, or will be. A database has its own machine. */
export function diskCheck(store: string, least = leastFree): Check[] {
  const file = fileOf(store)
  if (file === undefined || file === ':memory:') return []
  const folder = nearestFolder(resolve(file))
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const found = `${Math.floor(free / 1024 / 1024)} MB free at ${folder}`
  if (free < least)
    return [
      { name: 'disk', ok: false, found, fix: 'Free space there, or put the store elsewhere: --store sqlite:PATH' },
    ]
  if (isWritable(folder)) return [{ name: 'disk', ok: true, found }]
  const fix = 'Give this account write access to the folder, or put the store elsewhere: --store sqlite:PATH'
  return [{ name: 'disk', ok: false, found: `${folder} cannot be written`, fix }]
}

/** The folder of a file, or the first above it that exists. */
function nearestFolder(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder)
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
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
