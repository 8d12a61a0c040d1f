/** A contract of the user's own, exported by a module. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Contract } from '../codec/contract.ts'
import { ReplywireError } from '../errors.ts'
import { printable } from './columns.ts'
import { nameOf, unreadable } from './input.ts'

/** The contract that a module exports: its default export, else its only one. */
export async function loadContract(path: string): Promise<Contract> {
  const file = resolve(path)
  if (!existsSync(file)) throw unreadable(path, 'ENOENT')
  const module = await importFile(path, file)
  if (isContract(module.default)) return module.default
  const found = Object.entries(module).filter((entry): entry is [string, Contract] => isContract(entry[1]))
  const [only] = found
  if (only === undefined) {
    throw failure(path, 'it exports no contract: an object with id, title, current, editions and detect')
  }
  if (found.length > 1) {
    const names = found.map(([name]) => printable(name)).join(', ')
    throw failure(path, `it exports several contracts (${names}); make one of them the default export`)
  }
  return only[1]
}

async function importFile(path: string, file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'it throws while it is loaded'
    throw failure(path, `it cannot be loaded: ${reason}`, error)
  }
}

function isContract(value: unknown): value is Contract {
  if (typeof value !== 'object' || value === null) return false
  const { id, current, editions, detect } = value as Record<string, unknown>
  const isNamed = typeof id === 'string' && typeof current === 'string' && typeof detect === 'function'
  return isNamed && typeof editions === 'object' && editions !== null && Object.hasOwn(editions, current)
}

function failure(path: string, what: string, cause?: unknown): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${what}.`, { cause })
}
