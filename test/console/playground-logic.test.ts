/** What the playground finds out about a text, without a page around it. */
import { expect, test } from 'vitest'
import {
  type Examination,
  examineMessage,
  readText,
  type Unrecognised,
} from '../../console/src/pages/playground/examine-message.ts'
import { loadExplanation } from '../../console/src/pages/playground/load-explanation.ts'
import { placeFindings } from '../../console/src/pages/playground/place-findings.ts'
import { samples } from '../../console/src/pages/playground/samples.generated.ts'
import { targetsFor, translateMessage } from '../../console/src/pages/playground/translate-message.ts'
import type { Finding } from '../../src/codec/rule.ts'
import { clarification } from './clarification.ts'

async function examine(text: string, named?: string): Promise<Examination | Unrecognised> {
  const [first] = readText(text)
  if (first?.source === undefined) throw new Error(first?.problem)
  return examineMessage(first.source, named)
}

async function examined(text: string, named?: string): Promise<Examination> {
  const examination = await examine(text, named)
  if (!('recognised' in examination)) throw new Error('not recognised')
  return examination
}

test('the output of curl -i is recognised by its headers, and its finding is at the line of the member', async () => {
  const { recognised, findings, placed } = await examined(clarification)
  expect([recognised.contract.id, recognised.edition.version, recognised.carrier, recognised.sure]).toEqual([
    'yaagents',
    '0.3',
    'http',
    'certain',
  ])
  expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['yaagents/required-inputs', '/requiredInputs/0/question'],
  ])
  expect([...placed.byLine.keys()].map(line => placed.lines[line])).toEqual([
    '    { "name": "city", "location": "body", "type": "string", "required": true }',
  ])
  expect(findings[0]?.documents).not.toEqual([])
})

test('JSON in one line is indented, and a number keeps its spelling', async () => {
  const { placed } = await examined('{"type":"about:blank","title":"Gone","status":410,"weight":1.50}')
  expect(placed.lines).toContain('  "weight": 1.50')
})

test('a message that nothing recognises has a nearest contract', async () => {
  const examination = await examine('{"outputs":{},"usage":{},"grounding":{},"x":1}')
  expect('recognised' in examination).toBe(false)
  expect((examination as Unrecognised).nearest).toBe(
    'The nearest is agent-run 1 (agent-run-response): it has outputs, usage and grounding, but no status or request_id.',
  )
})

test('the reader may choose the contract, and its current edition is used', async () => {
  const { recognised, isChosen } = await examined('{"greeting":"hello"}', 'jpcite')
  expect([recognised.contract.id, recognised.edition.version, isChosen]).toEqual(['jpcite', 'v2', true])
})

test('a recording offers each of its answers; one without text says so', () => {
  const entry = (text: string | undefined) => ({
    request: { method: 'GET', url: 'https://user:secret@agent.example/things?token=x' },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { mimeType: 'application/json', ...(text === undefined ? {} : { text }) },
    },
  })
  const choices = readText(JSON.stringify({ log: { entries: [entry('{"a":1}'), entry(undefined)] } }))
  expect(choices.map(({ label }) => label)).toEqual([
    '0: GET https://agent.example/things',
    '1: GET https://agent.example/things',
  ])
  expect(choices[0]?.source?.body.text()).toBe('{"a":1}')
  expect(choices[1]?.problem).toContain('has no text')
})

test('a wire file is read as such, also without being told', () => {
  const [first] = readText('{"face":"http","status":404,"headers":{"x-a":"1"},"body":{"n":1.0}}')
  const wire = first?.source?.wireOver('http')
  expect([first?.source?.form, wire?.carrier === 'http' && wire.status, first?.source?.body.text()]).toEqual([
    'wire',
    404,
    '{"n":1.0}',
  ])
})

test('a text that is too long is refused with another way', () => {
  expect(() => readText('x'.repeat(256 * 1024 + 1))).toThrow('replywire validate FILE')
  expect(readText('x'.repeat(256 * 1024))).toHaveLength(1)
})

test('findings in a stream are at their event', () => {
  const text = 'event: a\ndata: {}\n\n: a comment\n\nevent: b\ndata: [50]\n\n'
  const { byLine, general } = placeFindings(text, [at('/1/data'), at('/0'), at('')], true)
  expect([...byLine].map(([line, [found]]) => [line, found?.pointer])).toEqual([
    [6, '/1/data'],
    [0, '/0'],
  ])
  expect(general.map(({ pointer }) => pointer)).toEqual([''])
})

test('a missing member is shown at the object that lacks it; a place that is nowhere is about the whole', () => {
  const { byLine, general } = placeFindings('{\n "a": [\n  {}\n ]\n}', [at('/a/0/name'), at('')], false)
  expect([...byLine].map(([line, [found]]) => [line, found?.pointer])).toEqual([[2, '/a/0/name']])
  expect(general).toHaveLength(1)
})

test('each contract has samples, and each sample is written in all the others', async () => {
  const perContract = new Map<string, number>()
  for (const { contract, text } of samples) {
    const { recognised, source } = await examined(text)
    expect([text, recognised.contract.id]).toEqual([text, contract])
    const targets = targetsFor(recognised)
    const written = await Promise.all(targets.map(target => translateMessage(source, recognised, target)))
    // An answer without a body has a status.
    expect(written.filter(({ head, body }) => body === '' && !head.startsWith('HTTP 2'))).toEqual([])
    expect(new Set(targets.map(target => target.split('@')[0])).size).toBeGreaterThanOrEqual(7)
    perContract.set(contract, (perContract.get(contract) ?? 0) + 1)
  }
  expect(perContract.size).toBe(8)
  expect(Math.min(...perContract.values())).toBeGreaterThanOrEqual(4)
})

test('what another contract has no place for is named', async () => {
  const { recognised, source } = await examined(clarification)
  const { losses, head, carrier } = await translateMessage(source, recognised, 'agent-file@1.0')
  expect([head, carrier]).toEqual(['', 'file'])
  expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/durationMs')
})

test('a rule is explained with a good and a bad message; an unknown one is not', async () => {
  const rule = await loadExplanation('json/unique-keys')
  expect(rule?.bad).toBe('{"status": "ok", "status": "error"}')
  expect(rule?.documents.every(({ url }) => url?.startsWith('https://') === true)).toBe(true)
  expect(await loadExplanation('json/nothing')).toBeUndefined()
})

function at(pointer: string): Finding {
  return { rule: 'x/y', level: 'must', pointer, message: 'm', clause: 'c', fix: 'f' }
}
