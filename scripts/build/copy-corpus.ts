/** The golden corpus of every contract, one file for each version, for the tests of other components. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes `<target>/<contract>/<version>.json`: an array of messages, each with its name, family and verdict. */
export function copyCorpus(target: string, contracts = 'src/contracts'): void {
  for (const contract of readdirSync(contracts)) {
    const fixtures = join(contracts, contract, 'fixtures')
    if (!existsSync(fixtures)) continue
    mkdirSync(join(target, contract), { recursive: true })
    for (const version of readdirSync(fixtures)) {
      const messages = readdirSync(join(fixtures, version))
        .toSorted()
        .map(file => messageOf(file, readFileSync(join(fixtures, version, file), 'utf8')))
      writeFileSync(join(target, contract, `${version}.json`), `[\n${messages.join(',\n')}\n]\n`)
    }
  }
}

/** The file's own members follow: `status`, `headers`, `body` or `text`, and the findings that are expected. */
function messageOf(file: string, text: string): string {
  const name = file.replace('.json', '')
  const [family, verdict] = name.split('.')
  // Its own text on one line: parsing would lose repeated keys and large numbers. No text of JSON has a line break in it.
  const members = text.trim().slice(1).replaceAll(/\n\s*/g, '')
  return `{"name": ${JSON.stringify(name)}, "family": ${JSON.stringify(family)}, "verdict": ${JSON.stringify(verdict)},${members}`
}
