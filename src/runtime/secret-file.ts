/** Where the secret of an installation comes from: an option, a file, the environment, or a file next to a SQLite file. */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { ReplywireError } from '../errors.ts'
import { makePrivateFile, readPrivateFile } from './private-file.ts'
import { Secret } from './secret.ts'

/** Where a secret can come from; the first that is set counts. */
export interface SecretSource {
  /** The secret itself, or one that is loaded already. */
  secret?: string | Secret | undefined
  /** A file that holds it; a line break at its end is not part of it. */
  file?: string | undefined
  /** Where REPLYWIRE_SECRET is looked up. Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>>
}

/** The environment variable that is read when neither a secret nor a file is named. */
export const secretVariable = 'REPLYWIRE_SECRET'

/**
 * Finds the secret that the processes of a store share. For a SQLite file, and only there, one is made on first use, in `FILE.key`
 * that only its owner can read: all processes of the machine find it there. A store in memory needs none that persists.
 *
 * @example
 * import { loadSecret, openStore, serve } from 'replywire/server'
 * import agent from './agent.ts'
 *
 * const url = 'sqlite:.replywire/replywire.db'
 * const server = serve(agent, { store: await openStore(url), secret: loadSecret(url) })
 */
export function loadSecret(storeUrl: string, { secret, file, env = process.env }: SecretSource = {}): Secret {
  if (secret !== undefined) return secret instanceof Secret ? secret : new Secret(secret)
  if (file !== undefined) return secretIn(file)
  const fromEnv = env[secretVariable]
  if (fromEnv !== undefined && fromEnv !== '') return new Secret(fromEnv)
  if (!storeUrl.startsWith('sqlite:')) {
    throw new ReplywireError(
      'ERR_USAGE',
      `A store that machines share needs a secret that they share: put 32 random characters or more into ${secretVariable}, or into a file and name it.`,
    )
  }
  const path = storeUrl.slice('sqlite:'.length)
  if (path === ':memory:') return new Secret()
  return new Secret(loadOrCreateSecret(`${path}.key`).text)
}

function secretIn(file: string): Secret {
  return new Secret(read(file).trim())
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw unusable(error, 'read')
  }
}

/**
 * A secret text in a private file next to a SQLite file, made if there is none. Of two processes that make it at once,
 * one wins and both use that.
 */
export function loadOrCreateSecret(file: string): { text: string; isNew: boolean } {
  try {
    return { text: readPrivateFile(file).trim(), isNew: false }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error instanceof ReplywireError ? error : unusable(error, 'read')
    }
  }
  let isNew = true
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    makePrivateFile(draft, `${newKey()}\n`)
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(error, 'made')
    isNew = false
  } finally {
    rmSync(draft, { force: true })
  }
  return { text: readPrivateFile(file).trim(), isNew }
}

function newKey(): string {
  return randomBytes(32).toString('base64url')
}

function unusable(error: unknown, done: 'read' | 'made'): ReplywireError {
  const { code = 'EIO' } = error as NodeJS.ErrnoException
  return new ReplywireError('ERR_UNREADABLE', `The file of the secret cannot be ${done} (${code}).`, { cause: error })
}
