/** From the arguments of a command line to the files they mean. */
import type { Dirent, Stats } from 'node:fs'
import { join } from 'node:path'
import { ReplywireError } from '../errors.ts'
import { fs } from './builtins.ts'
import { nameOf, unreadable } from './input.ts'

/** A path, or why an argument leads to none. */
export type FileArgument = { readonly path: string } | { readonly path: string; readonly error: ReplywireError }

/** Folders in which nobody keeps messages. */
const skipped = new Set(['node_modules', '.git'])

/**
 * The files that arguments mean, each once. What exists is taken by its name, so that a name with brackets is no
 * pattern; a folder means its *.json files, however deep; the rest is a glob, or a file that is not there.
 */
export function findFiles(names: readonly string[]): FileArgument[] {
  const found = new Map<string, FileArgument>()
  for (const name of names) {
    for (const file of filesOf(name)) if (!found.has(file.path)) found.set(file.path, file)
  }
  return [...found.values()]
}

function filesOf(name: string): FileArgument[] {
  if (name === '-') return [{ path: name }]
  const stats = statOf(name)
  if (stats?.isDirectory()) return orNothing(name, walk(name), 'the folder holds no *.json files; name files or a glob')
  if (stats !== undefined || !/[*?[\]{}]/.test(name)) return [{ path: name }]
  const exclude = name.includes('node_modules') ? [] : ['**/node_modules']
  const matches = fs.globSync(name, { exclude }).filter(isFile)
  const found = matches.map(path => ({ path }))
  return orNothing(name, found, 'no file matches; check the pattern (a leading dot must be written)')
}

function orNothing(name: string, found: readonly FileArgument[], otherwise: string): FileArgument[] {
  if (found.length > 0) return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return [{ path: name, error: new ReplywireError('ERR_UNREADABLE', `${nameOf(name)}: ${otherwise}.`) }]
}

/** Not named, so folders and pipes are skipped; a broken link is kept, to be reported. */
function isFile(path: string): boolean {
  return statOf(path)?.isFile() !== false
}

/** Links to folders are not followed: they may go round in a circle. */
function walk(folder: string): FileArgument[] {
  let entries: Dirent[]
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    return [{ path: folder, error: unreadable(folder, (error as NodeJS.ErrnoException).code) }]
  }
  return entries.flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : walk(path)
    if (!entry.name.endsWith('.json')) return []
    return entry.isFile() || (entry.isSymbolicLink() && isFile(path)) ? [{ path }] : []
  })
}

function statOf(path: string): Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
