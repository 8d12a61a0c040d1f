/** The package that this file belongs to: two folders up, from `src/cli` and from `dist/cli` alike. */
import { readFileSync } from 'node:fs'

export const packageRoot = new URL('../../', import.meta.url)

/** The version of the package. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string }).version
}
