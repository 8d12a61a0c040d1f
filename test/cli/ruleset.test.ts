import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { codeless, folder } from './run-cli.ts'

const row = (level: string, reason = 'Our clients do not read it.') => ({ level, reason })
const ruleset = (rules: object) => ({ rules })
const cwd = folder({
  'reply.json': codeless,
  'page.json': '<html>',
  'off.json': ruleset({ 'yaagents/conflict': row('off') }),
  'off.yaml': 'rules:\n  yaagents/conflict:\n    level: off\n    reason: Our clients do not read it.\n',
  'should.json': ruleset({ 'yaagents/conflict': row('should'), 'yaagents/trace': row('off', 'Not used here.') }),
  'unknown.json': ruleset({ 'yaagents/conflct': row('off') }),
  'no-reason.json': ruleset({ 'yaagents/conflict': { level: 'off' } }),
  'blank-reason.json': ruleset({ 'yaagents/conflict': row('off', '  ') }),
  'level.json': ruleset({ 'yaagents/conflict': row('warn') }),
  'text.json': ruleset({ 'yaagents/conflict': 'off' }),
  'readable.json': ruleset({ 'json/readable': row('off') }),
  'member.json': { rule: {} },
  'list.json': [],
  'twice.yaml':
    'rules:\n  yaagents/conflict: { level: off, reason: a }\n  yaagents/conflict: { level: must, reason: b }\n',
  'cut.json': '{"rules": ',
})
const validate = (file: string, ...words: string[]) =>
  cli(['validate', 'reply.json', '--ruleset', file, ...words], { cwd })

test('without a ruleset the file is invalid', async () => {
  expect((await cli(['validate', 'reply.json'], { cwd })).code).toBe(1)
})

test.each(['off.json', 'off.yaml'])('%s turns a rule off, and the report prints the reason', async file => {
  const { code, out } = await validate(file)
  expect(code).toBe(0)
  expect(out).toContain('· yaagents/conflict is off by the ruleset (1 finding): Our clients do not read it.\n')
  const { files, ruleset: used } = JSON.parse((await validate(file, '--json')).out)
  expect(files[0]).toMatchObject({
    valid: true,
    findings: [],
    turnedOff: [{ rule: 'yaagents/conflict', was: 'must', reason: 'Our clients do not read it.' }],
  })
  expect(used).toEqual([
    { rule: 'yaagents/conflict', level: 'off', reason: 'Our clients do not read it.', findings: 1 },
  ])
})

test('a ruleset changes a level, in the exit code and in JUnit too', async () => {
  const { code, out } = await validate('should.json', '--junit', 'report.xml')
  expect(code).toBe(0)
  expect(out).toContain('! /code')
  expect(out).toContain('· yaagents/conflict is should by the ruleset (1 finding): Our clients do not read it.\n')
  expect(out).toContain('· yaagents/trace is off by the ruleset (0 findings): Not used here.\n')
  expect((await validate('should.json', '--level', 'should')).code).toBe(1)
  const { files } = JSON.parse((await validate('should.json', '--json')).out)
  expect(files[0].findings).toMatchObject([{ rule: 'yaagents/conflict', level: 'should', was: 'must' }])
  const xml = readFileSync(`${cwd}/report.xml`, 'utf8')
  expect(xml).toContain('failures="0"')
  expect(xml).toContain('was must: Our clients do not read it.')
  await validate('off.json', '--junit', 'report.xml')
  expect(readFileSync(`${cwd}/report.xml`, 'utf8')).toContain('off yaagents/conflict')
})

test('what cannot be read stays an error', async () => {
  const words = ['validate', 'page.json', '--contract', 'yaagents', '--ruleset', 'off.json']
  expect((await cli(words, { cwd })).code).toBe(2)
})

const wrong = [
  ['unknown.json', '/rules/yaagents~1conflct: there is no rule "yaagents/conflct". Did you mean yaagents/conflict?'],
  [
    'no-reason.json',
    '/rules/yaagents~1conflict/reason: a reason is missing. Write why the rule is changed; the report prints it.',
  ],
  [
    'blank-reason.json',
    '/rules/yaagents~1conflict/reason: a reason is missing. Write why the rule is changed; the report prints it.',
  ],
  ['level.json', '/rules/yaagents~1conflict/level: it should be one of off, lenient, should, must.'],
  ['text.json', '/rules/yaagents~1conflict: it should be an object with level and reason.'],
  ['readable.json', '/rules/json~1readable: a text that cannot be read cannot be validated; leave this rule as it is.'],
  ['member.json', '/rule: there is no such member. Did you mean rules?'],
  ['list.json', 'a ruleset is an object with rules.'],
  ['twice.yaml', 'not YAML at line 3 (DUPLICATE_KEY).'],
  ['cut.json', 'not a ruleset. Not JSON: the text ends too early at line 1, column 11.'],
] as const

describe('a ruleset that is wrong is wrong usage', () => {
  test.each(wrong)('%s: %s', async (file, why) => {
    const { code, out, err } = await validate(file)
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `replywire: ${file}: ${why}\n` })
  })
})

test('the published schema agrees', () => {
  const schema = JSON.parse(readFileSync('schemas/ruleset/ruleset.json', 'utf8'))
  const accepts = new Ajv2020({ strict: true }).compile(schema)
  const read = (name: string) => JSON.parse(readFileSync(`${cwd}/${name}`, 'utf8'))
  for (const name of ['off.json', 'should.json']) expect(accepts(read(name)), name).toBe(true)
  // Which rules there are is not in the schema.
  const others = wrong.map(([name]) => name).filter(name => !/unknown|yaml|cut/.test(name))
  for (const name of others) expect(accepts(read(name)), name).toBe(false)
})
