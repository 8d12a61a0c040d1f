/** The report in SARIF, held against facts of the standard (OASIS SARIF 2.1.0, sections in comments). */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { codeless, conflict, folder } from './run-cli.ts'

const { message: _, ...silent } = conflict
const cwd = folder({
  'a folder/reply é.json': JSON.stringify(codeless, null, 2),
  'nested.json': `{\n  "type": "conflict", "code": "BUSY",\r\n  "message": "Taken.",\n  "trace": { "correlationId": "c", "requestId": 7 }\n}`,
  'good.json': conflict,
  'page.html': '<html></html>',
  'wire.json': JSON.stringify({ status: 409, headers: {}, body: silent }, null, 2),
  'rules.json': { rules: { 'yaagents/conflict': { level: 'off', reason: 'Known, and fixed in 2.0.' } } },
})
interface Log {
  $schema: string
  version: string
  runs: Run[]
}
interface Run {
  tool: { driver: { name: string; semanticVersion: string; rules: { id: string; defaultConfiguration: object }[] } }
  columnKind: string
  invocations: { executionSuccessful: boolean; toolExecutionNotifications: object[] }[]
  results: Result[]
}
interface Result {
  ruleId: string
  ruleIndex: number
  level: string
  message: { text: string }
  locations: {
    physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number; startColumn?: number } }
    logicalLocations: object[]
  }[]
  suppressions?: object[]
}

async function report(...words: string[]): Promise<{ log: Log; run: Run; code: number | null }> {
  const { code } = await cli(['validate', ...words, '--sarif', 'report.sarif'], { cwd })
  const log = JSON.parse(readFileSync(`${cwd}/report.sarif`, 'utf8')) as Log
  return { log, run: log.runs[0] as Run, code }
}

describe('SARIF 2.1.0', () => {
  test('the log, the run and its results have the properties and values that the standard requires', async () => {
    const { log, run, code } = await report('a folder/reply é.json', 'nested.json', 'good.json', 'page.html')
    expect(code).toBe(2)
    // §3.13.2, §3.13.4: version is the string "2.1.0", runs an array.
    expect(log.version).toBe('2.1.0')
    expect(log.runs).toHaveLength(1)
    // §3.18.2, §3.19.8: a run has a tool with a driver, which has a name.
    expect(run.tool.driver.name).toBe('replywire')
    // columnKind has one of two values.
    expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(run.columnKind)
    // An invocation says whether the tool ran well; a file that cannot be read is a notification.
    expect(run.invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: expect.stringContaining('HTML') } }],
      },
    ])
    // §3.19.23: the ids of rules are unique; §3.27.6: ruleIndex is the index in driver.rules.
    const ids = run.tool.driver.rules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(run.results.length).toBeGreaterThan(1)
    for (const { ruleId, ruleIndex, level, message, locations } of run.results) {
      expect(ids[ruleIndex]).toBe(ruleId)
      // §3.27.10
      expect(['none', 'note', 'warning', 'error']).toContain(level)
      // §3.27.11, §3.11.8
      expect(message.text).not.toBe('')
      for (const { physicalLocation } of locations) {
        const { uri } = physicalLocation.artifactLocation
        // §3.4.3: a URI reference as RFC 3986 has it: no space, no letter outside ASCII.
        expect(uri).toMatch(/^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]+$/)
        // §3.30.5: lines are counted from 1.
        expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1)
      }
    }
  })

  test('a result points at the file, the line and column of the value, and its JSON pointer', async () => {
    const { run } = await report('nested.json', 'a folder/reply é.json')
    expect(run.results.find(({ ruleId }) => ruleId === 'yaagents/trace')).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'nested.json' }, region: { startLine: 4, startColumn: 49 } },
          logicalLocations: [{ fullyQualifiedName: '/trace/requestId' }],
        },
      ],
    })
    expect(run.results.find(({ ruleId }) => ruleId === 'yaagents/conflict')).toMatchObject({
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'a%20folder/reply%20%C3%A9.json' }, region: { startLine: 1 } } },
      ],
    })
    expect(run.invocations).toMatchObject([{ executionSuccessful: true, toolExecutionNotifications: [] }])
  })

  test('in a wire file the place is the one in its body', async () => {
    const { run } = await report('--wire', 'wire.json')
    const found = run.results.find(({ ruleId }) => ruleId === 'yaagents/conflict')
    expect(found?.locations[0]?.physicalLocation.region).toEqual({ startLine: 4, startColumn: 11 })
  })

  test('a rule that a ruleset turns off is a suppressed result with its reason', async () => {
    const { run, code } = await report('a folder/reply é.json', '--ruleset', 'rules.json')
    expect(code).toBe(0)
    // §3.35: kind is inSource or external; justification is the reason.
    expect(run.results).toMatchObject([
      { ruleId: 'yaagents/conflict', suppressions: [{ kind: 'external', justification: 'Known, and fixed in 2.0.' }] },
    ])
  })

  test('is written beside JUnit, in one run', async () => {
    const reports = ['--sarif', 'beside.sarif', '--junit', 'beside.xml']
    expect((await cli(['validate', 'a folder/reply é.json', ...reports], { cwd })).code).toBe(1)
    expect(readFileSync(`${cwd}/beside.sarif`, 'utf8')).toContain('"ruleId": "yaagents/conflict"')
    expect(readFileSync(`${cwd}/beside.xml`, 'utf8')).toContain('failures="1"')
  })

  test('a report that cannot be written is wrong usage', async () => {
    const { code, err } = await cli(['validate', 'good.json', '--sarif', 'no/such/folder.sarif'], { cwd })
    expect(code).toBe(2)
    expect(err).toBe(
      'replywire: no/such/folder.sarif: the SARIF report could not be written (ENOENT); check the folder.\n',
    )
  })
})

test('a report replaces no input, and no other report', async () => {
  const same = folder({ 'good.json': conflict, 'rules.json': { rules: {} } })
  const refused = async (...words: string[]) => {
    const { code, err } = await cli(['validate', 'good.json', '--ruleset', 'rules.json', ...words], { cwd: same })
    return { code, err: err.split('\n')[0] }
  }
  expect(await refused('--sarif', './good.json')).toEqual({
    code: 2,
    err: 'replywire: --sarif would replace ./good.json, which is an input. Name another file.',
  })
  expect(await refused('--junit', 'rules.json')).toEqual({
    code: 2,
    err: 'replywire: --junit would replace rules.json, which is an input. Name another file.',
  })
  expect(await refused('--junit', 'report', '--sarif', './report')).toEqual({
    code: 2,
    err: 'replywire: --junit and --sarif name the same file, ./report. Name two files.',
  })
  expect(JSON.parse(readFileSync(`${same}/good.json`, 'utf8'))).toEqual(conflict)
})

test('places in a file of many lines are found in one pass', { timeout: 15_000 }, async () => {
  const twice = Array(900).fill('{ "a": 1, "a": 2 }').join(',\n    ')
  const text = `{\n  "code": "X",${'\n'.repeat(1_500_000)}  "list": [\n    ${twice}\n  ]\n}`
  const large = folder({ 'large.json': text })
  await cli(['validate', 'large.json', '--contract', 'yaagents', '--sarif', 'report.sarif'], { cwd: large })
  const log = JSON.parse(readFileSync(`${large}/report.sarif`, 'utf8')) as Log
  const found = log.runs[0]?.results.filter(({ ruleId }) => ruleId === 'json/unique-keys') ?? []
  expect(found).toHaveLength(900)
  expect(found.at(-1)?.locations[0]?.physicalLocation.region).toEqual({ startLine: 1_500_902, startColumn: 20 })
})
