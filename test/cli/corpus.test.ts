import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from './run-cli.ts'

const contracts = join(import.meta.dirname, '../../src/contracts')

interface Expected {
  rule: string
  pointer: string
}

const inOrder = (found: readonly Expected[]): string[] => found.map(({ rule, pointer }) => `${rule} ${pointer}`).sort()

/** Every folder of fixtures: contract and version. */
const folders = readdirSync(contracts).flatMap(contract => {
  const fixtures = join(contracts, contract, 'fixtures')
  return existsSync(fixtures) ? readdirSync(fixtures).map(version => [contract, version] as const) : []
})

describe('the golden corpus through the command line', () => {
  test.each(folders)('%s %s: every fixture has just the findings that it names', async (contract, version) => {
    const folder = join(contracts, contract, 'fixtures', version)
    const { out, err } = await cli(['validate', '--wire', '--json', '--contract', `${contract}@${version}`, folder])
    expect(err).toBe('')
    const { files } = JSON.parse(out)
    expect(files.length).toBe(readdirSync(folder).length)
    for (const { file, findings, error, valid } of files) {
      const { expect: expected = [] } = JSON.parse(readFileSync(file, 'utf8'))
      expect({ file, error, found: inOrder(findings) }).toEqual({ file, error: undefined, found: inOrder(expected) })
      expect(valid).toBe(!file.includes('.invalid.'))
    }
  })
})
