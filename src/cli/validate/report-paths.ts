/** Report files are written over what is there: never over an input, nor over each other. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { nameOf } from '../input.ts'
import { usageError } from '../usage.ts'

/** Throws when a report would replace a file that is read, or another report. `reports` are paths by option. */
export function checkReportPaths(
  reports: Readonly<Record<string, string | undefined>>,
  inputs: readonly (string | undefined)[],
): void {
  const read = new Set(inputs.flatMap(path => (path === undefined || path === '-' ? [] : [placeOf(path)])))
  const written = new Map<string, string>()
  for (const [option, path] of Object.entries(reports)) {
    if (path === undefined) continue
    const place = placeOf(path)
    if (read.has(place)) {
      throw usageError(`--${option} would replace ${nameOf(path)}, which is an input. Name another file.`)
    }
    const other = written.get(place)
    if (other !== undefined) {
      throw usageError(`--${other} and --${option} name the same file, ${nameOf(path)}. Name two files.`)
    }
    written.set(place, option)
  }
}

/** One name for one file, also through links; a file that is not there yet has the name that it will have. */
function placeOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
