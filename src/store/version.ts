/** Whether the tables are those that this code works with. */
import { ReplywireError } from '../errors.ts'
import { currentVersion } from './migrations.ts'

/** Refuses tables of another version. */
export function demandVersion(version: number): void {
  if (version === currentVersion) return
  throw new ReplywireError(
    'ERR_STORE_VERSION',
    version < currentVersion
      ? `The store has version ${version}; this Replywire needs ${currentVersion}. Run: replywire store migrate`
      : `The store has version ${version}, made by a later Replywire; this one knows ${currentVersion}.`,
  )
}

/** For a database in which somebody else's tables have our names. */
export function foreignTables(names: readonly string[]): ReplywireError {
  return new ReplywireError(
    'ERR_STORE_VERSION',
    `This is not a Replywire store: it has tables of another program (${names.slice(0, 3).join(', ')}). Give Replywire a database of its own.`,
  )
}
