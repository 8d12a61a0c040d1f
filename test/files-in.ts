/** Every file in a folder and in the folders below it: a store has more than one. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
