/** Tables that name tests: which of the tests that a table names do not exist. */
import { existsSync, readFileSync } from 'node:fs'

/** A file below the root of the repository, and the title of a test or group as its source has it. */
export type NamedTest = readonly [file: string, title: string]

/** The named tests that are nowhere. A title may be the beginning of a longer one. */
export function missingTests(named: readonly NamedTest[]): string[] {
  return named.filter(([file, title]) => !hasTest(file, title)).map(([file, title]) => `${file}: ${title}`)
}

function hasTest(file: string, title: string): boolean {
  if (!existsSync(file)) return false
  const source = readFileSync(file, 'utf8')
  const quoted = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?:\\b(?:test|it|describe)|\\))(?:\\.each\\([^\\n]*\\))?\\(\\s*['"\`]${quoted}`).test(source)
}
