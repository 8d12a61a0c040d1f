/** The version of this package: two folders up, from `src/carriers` and from `dist/carriers` alike. */
import { readFileSync } from 'node:fs'

export function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
