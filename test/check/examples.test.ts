/** Every example agent passes the check in every contract and over every carrier that it serves. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readCaseFile } from '../../src/check/case-file.ts'
import type { CheckReport } from '../../src/check/report.ts'
import { probingOf } from '../../src/check/run-check.ts'
import type { ProbeCase } from '../../src/codec/probing.ts'
import { contract, contracts } from '../../src/contracts/registry.ts'
import { carriers } from '../../src/wire/wire.ts'
import { callCli } from '../cli/call-cli.ts'
import { main } from '../cli/run-cli.ts'
import { examples, fixed, headers, itself } from './example-services.ts'
import { brokenRules, checkService, errorsIn } from './kit.ts'

/** What is not served, and why. */
const notServed: Record<string, (name: string) => boolean> = {
  // AdCP names its protocols in the options of the server.
  'adcp mcp': name => name in fixed,
  // Over A2A there is no way to ask for another contract.
  'adcp a2a': name => name in fixed,
  // Files are answered by a host of their own, below.
  'agent-file file': () => true,
}

const faces = contracts.flatMap(({ id, current, editions }) =>
  carriers.filter(carrier => editions[current]?.[carrier] !== undefined).map(carrier => `${id} ${carrier}`),
)

/** Every example in every contract over every carrier. */
const matrix = Object.keys(examples).flatMap(name =>
  faces.filter(face => !notServed[face]?.(name)).map(face => [name, ...face.split(' ')] as [string, string, string]),
)

test('every example agent is here, with every contract and carrier', () => {
  const root = new URL('../../examples/', import.meta.url)
  const definesAgent = (folder: string): boolean =>
    readdirSync(new URL(folder, root))
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .some(name => readFileSync(new URL(`${folder}/${name}`, root), 'utf8').includes('defineAgent('))
  const folders = readdirSync(root).filter(definesAgent)
  expect([...Object.keys(examples), 'template-writer'].toSorted()).toEqual(folders.toSorted())
  expect(faces.length).toBe(11)
  expect(matrix.length).toBe(8 * 10 - 6)
})

async function pass(address: string, id: string, cases?: readonly ProbeCase[]): Promise<CheckReport> {
  const report = await checkService(address, id, { headers, timeoutMs: 20_000, ...(cases && { cases }) })
  expect(errorsIn(report)).toEqual([])
  expect(brokenRules(report)).toEqual([])
  return report
}

describe.each(matrix)('%s in %s over %s', (name, id, carrier) => {
  test('passes', async () => {
    const url = await examples[name]?.(carrier === 'mcp' || id === 'a2a' ? 'yaagents' : id)
    const asked = carrier === 'mcp' || (carrier === 'http' && (fixed[name] ?? id) !== id && id !== 'agent-run')
    const path = `${carrier === 'mcp' ? '/mcp' : ''}${asked ? `?envelope=${id}` : ''}`
    const report = await pass(`${carrier === 'http' ? '' : `${carrier}+`}${url}${path}`, id)
    // Operations without a route are called as tasks, tools and skills only: over HTTP there is less to ask.
    const least = name === 'literature' && carrier === 'http' && id !== 'agent-run' ? 1 : 2
    expect(report.summary.passed).toBeGreaterThanOrEqual(least)
  })
})

test('jsend-contract in its own contract', async () => {
  const path = fileURLToPath(new URL('../../examples/jsend-contract/index.ts', import.meta.url))
  const { code, out } = await callCli(['check', await itself('jsend-contract/main.ts'), '--contract', path])
  expect(out).toContain('read is answered in the contract  case/read')
  expect(out).toContain('✓ conforms, as far as it was probed')
  expect(code).toBe(0)
})

test.each(['literature/agent.ts', 'storyteller/agent.ts', 'media-seller/seller.ts'])('%s over stdio', async path => {
  const agent = fileURLToPath(new URL(`../../examples/${path}`, import.meta.url))
  const report = await pass(`mcp+stdio:"${process.execPath}" "${main}" mcp "${agent}"`, 'mcp')
  expect(report.summary.passed).toBeGreaterThanOrEqual(2)
})

describe('with the case file that it ships', () => {
  const casesOf = async (path: string, id: string) => {
    const text = readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8')
    return (await readCaseFile(text, path)).casesFor(await probingOf(contract(id)))
  }

  test('campaigns answers in six rows of YAAgents', async () => {
    const url = await examples.campaigns?.('yaagents')
    const cases = await casesOf('campaigns/cases.yaml', 'yaagents')
    expect(new Set(cases.map(({ expects }) => expects)).size).toBe(6)
    await pass(`${url}`, 'yaagents', cases)
  })

  test.each(['', 'mcp+', 'a2a+'])('media-seller over %s', async carrier => {
    const url = await examples['media-seller']?.('adcp')
    const cases = await casesOf('media-seller/cases.yaml', 'adcp')
    // Over A2A the work goes on at once.
    const own = cases.map(one =>
      carrier === 'a2a+' && one.expects === 'submitted' ? { ...one, expects: 'working' } : one,
    )
    await pass(`${carrier}${url}${carrier === 'mcp+' ? '/mcp' : ''}`, 'adcp', own)
  })

  test('literature as tasks of agent-run', async () => {
    await pass(
      `${await examples.literature?.('agent-run')}`,
      'agent-run',
      await casesOf('literature/cases.yaml', 'agent-run'),
    )
  })

  test('programs in jpcite', async () => {
    await pass(`${await examples.programs?.('jpcite')}`, 'jpcite', await casesOf('programs/cases.yaml', 'jpcite'))
  })

  test('template-writer as a host of agent files', async () => {
    const host = fileURLToPath(new URL('../../examples/template-writer/host.ts', import.meta.url))
    const command = `file+host:"${process.execPath}" "${host}" --dir {dir}`
    await pass(command, 'agent-file', await casesOf('template-writer/cases.yaml', 'agent-file'))
  })
})
