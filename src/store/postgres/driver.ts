/** The package `pg`. Only those who keep a store in PostgreSQL install it. */
import { ReplywireError } from '../../errors.ts'

async function load() {
  try {
    return (await import('pg')).default
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const message = 'A store in PostgreSQL needs the package pg, which is not installed. Run: npm install pg'
    throw new ReplywireError('ERR_USAGE', message, { cause: error })
  }
}

export const pg = await load()
