import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const contracts = join(import.meta.dirname, '../../src/contracts')

const corpora = readdirSync(contracts).flatMap(contract => {
  const fixtures = join(contracts, contract, 'fixtures')
  return existsSync(fixtures) ? readdirSync(fixtures).map(version => [contract, version] as const) : []
})

interface FixReport {
  file: string
  valid: boolean
  fixed?: string[]
}

const mending = new Set(['adcp', 'agent-file', 'jpcite'])

test.each(corpora)(
  '%s %s: a file that --fix changes validates; any other stays as it was',
  async (contract, version) => {
    const cwd = folder()
    const source = join(contracts, contract, 'fixtures', version)
    cpSync(source, cwd, { recursive: true })
    const words = ['validate', '--wire', '--json', '--contract', `${contract}@${version}`, '.']
    const first = await cli([...words, '--fix'], { cwd })
    const second = await cli(words, { cwd })
    const valid = new Map(JSON.parse(second.out).files.map(({ file, valid }: FixReport) => [file, valid]))
    let changed = 0
    for (const { file, fixed } of JSON.parse(first.out).files as FixReport[]) {
      const isChanged = readFileSync(join(cwd, file), 'utf8') !== readFileSync(join(source, file), 'utf8')
      expect({ file, isChanged }).toEqual({ file, isChanged: fixed !== undefined && fixed.length > 0 })
      if (!isChanged) continue
      changed++
      expect({ file, valid: valid.get(file) }).toEqual({ file, valid: true })
    }
    if (mending.has(contract) && version !== 'legacy') expect(changed).toBeGreaterThan(3)
  },
)
