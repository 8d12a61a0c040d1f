import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { agentResponse, conflict, folder } from './run-cli.ts'

const trace = { correlationId: 'corr-1', requestId: 'req-1' }

/** §7.3 lists neither code nor message; the schema requires both, and no member beyond its own. */
const accepted = { type: 'operation_accepted', operationId: 'op-1', statusUrl: '/operations/op-1', eta: 5, trace }

const asked = {
  type: 'clarification_required',
  code: 'CLARIFICATION_REQUIRED',
  message: 'More, please.',
  requiredInputs: [
    { name: 'n', location: 'body', type: 'integer', required: true, question: 'How many?', allowedValues: [1, 2] },
  ],
  trace,
}

describe('--conformance', () => {
  const cwd = folder({
    'accepted.json': accepted,
    'asked.json': asked,
    'good.json': conflict,
    'file.json': agentResponse,
  })
  const validate = async (...words: string[]) => {
    const { code, out } = await cli(['validate', '--json', '--contract', 'yaagents', ...words], { cwd })
    const [{ valid, findings }] = JSON.parse(out).files
    return {
      code,
      valid,
      found: findings.map((one: { level: string; pointer: string }) => `${one.level} ${one.pointer}`),
    }
  }

  test('without it, what only the schemas require is advice', async () => {
    expect(await validate('accepted.json')).toEqual({
      code: 0,
      valid: true,
      found: ['should /code', 'should /message', 'should /eta'],
    })
    expect(await validate('asked.json')).toEqual({
      code: 0,
      valid: true,
      found: ['should /requiredInputs/0/allowedValues/0', 'should /requiredInputs/0/allowedValues/1'],
    })
  })

  test('with it, validity by the schemas is a must', async () => {
    expect(await validate('--conformance', 'accepted.json')).toEqual({
      code: 1,
      valid: false,
      found: ['must /code', 'must /message', 'must /eta'],
    })
    expect(await validate('--conformance', 'asked.json')).toMatchObject({ code: 1, valid: false })
    expect(await validate('--conformance', 'good.json')).toEqual({ code: 0, valid: true, found: [] })
  })

  test('each failure names document and section, in text, JSON and JUnit', async () => {
    const words = ['validate', '--contract', 'yaagents@0.2', '--conformance', '--junit', 'report.xml', 'accepted.json']
    const { out } = await cli(words, { cwd })
    const cited =
      'YAAgents Agentic REST Response Profile, v0.2, §8.6; YAAgents JSON Schemas, v0.2, schema operation-accepted'
    expect(out).toContain(`yaagents/operation-code · ${cited} · Add code: "OPERATION_ACCEPTED" and a message.`)
    expect(readFileSync(join(cwd, 'report.xml'), 'utf8')).toContain(`(${cited})`)
    const json = await cli([...words, '--json'], { cwd })
    expect(JSON.parse(json.out).files[0].findings[0]).toMatchObject({
      rule: 'yaagents/operation-code',
      clause: '§8.6; schema operation-accepted',
      documents: [
        { title: 'YAAgents Agentic REST Response Profile, v0.2', section: '§8.6' },
        { title: 'YAAgents JSON Schemas, v0.2', section: 'schema operation-accepted' },
      ],
    })
  })

  test('a failure that is a must in any case names its document too', async () => {
    const { code: _, ...codeless } = conflict
    const dir = folder({ 'bad.json': codeless })
    const { out } = await cli(['validate', '--conformance', 'bad.json'], { cwd: dir })
    expect(out).toContain('yaagents/conflict · YAAgents Agentic REST Response Profile, v0.3, §7.8 · Add code')
  })

  test('other contracts keep their levels', async () => {
    const { code, out } = await cli(['validate', '--conformance', 'file.json'], { cwd })
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('✓ file.json  agent-file 1.0') })
  })

  test('explain says which advice conformance makes a must', async () => {
    const { out } = await cli(['explain', 'yaagents/closed'])
    expect(out).toContain('must with --conformance (§8.6)')
  })
})
