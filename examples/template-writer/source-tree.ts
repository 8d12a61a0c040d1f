/** Reading a source tree: text files only, in one order. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface SourceFile {
  path: string
  text: string
}

export function readTree(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:py|toml|md)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted()
    .map(path => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }))
}
