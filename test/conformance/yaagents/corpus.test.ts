/** §8.8: the bodies of the corpus, held against the published schema files as another component does. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ajv2020 from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test } from 'vitest'
import { copyCorpus } from '../../../scripts/build/copy-corpus.ts'

interface Message {
  name: string
  family: string
  verdict: 'valid' | 'tolerated' | 'invalid'
  body?: unknown
  text?: string
  expect: { rule: string }[]
}

const shipped = mkdtempSync(join(tmpdir(), 'replywire-corpus-'))
afterAll(() => rmSync(shipped, { recursive: true, force: true }))
copyCorpus(shipped)

const corpusOf = (version: string): Message[] =>
  JSON.parse(readFileSync(join(shipped, 'yaagents', `${version}.json`), 'utf8'))

/** Invalid messages whose bodies are valid, by what is wrong with them, and the rule of the head that each breaks. */
const headRules: Readonly<Record<string, string>> = {
  'at-412': 'yaagents/table',
  'bad-gateway': 'yaagents/table',
  'limit-at-503': 'yaagents/limit-exceeded',
  'limit-other-code': 'yaagents/limit-exceeded',
  'misspelt-media-type': 'yaagents/media-type',
  'no-profile-header': 'yaagents/profile-header',
  'other-profile': 'yaagents/profile-header',
  'plain-json': 'yaagents/table',
  'timeout-at-503': 'yaagents/execution-timeout',
  'type-at-403': 'yaagents/body-type',
  'type-at-424': 'yaagents/body-type',
  'type-at-500': 'yaagents/body-type',
  'wrong-status': 'yaagents/table',
}

for (const version of ['0.1', '0.2', '0.3']) {
  const validators = new Map(
    readdirSync(`schemas/yaagents/${version}`).map(file => [
      file.replace('.json', ''),
      new ajv2020.default({ strict: true }).compile(
        JSON.parse(readFileSync(`schemas/yaagents/${version}/${file}`, 'utf8')),
      ),
    ]),
  )
  const passes = ({ family, body }: Message): boolean | undefined =>
    body === undefined ? false : validators.get(family)?.(body)

  describe(`v${version}`, () => {
    const messages = corpusOf(version).filter(({ family }) => family !== 'success')

    test('every schema has valid and invalid bodies', () => {
      for (const verdict of ['valid', 'invalid']) {
        const families = new Set(messages.filter(message => message.verdict === verdict).map(({ family }) => family))
        expect([...families].toSorted()).toEqual([...validators.keys()].toSorted())
      }
    })

    test('valid bodies pass, and tolerated ones do not', () => {
      for (const message of messages.filter(({ verdict }) => verdict !== 'invalid')) {
        expect({ name: message.name, passes: passes(message) }).toEqual({
          name: message.name,
          passes: message.verdict === 'valid',
        })
      }
    })

    test('invalid bodies fail, or break a rule of the head that is listed', () => {
      const invalid = messages.filter(({ verdict }) => verdict === 'invalid')
      for (const message of invalid.filter(passes)) {
        const rule = headRules[message.name.split('.')[2] ?? '']
        expect({ name: message.name, breaks: message.expect.map(one => one.rule) }).toEqual({
          name: message.name,
          breaks: expect.arrayContaining([rule]),
        })
      }
      expect(invalid.filter(message => !passes(message)).length).toBeGreaterThan(50)
    })
  })
}

test('the corpus is an export of the package', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(exports['./corpus/*']).toBe('./dist/corpus/*')
  const [first] = corpusOf('0.3')
  expect(first).toMatchObject({
    name: 'agentic-error.invalid.bad-gateway',
    family: 'agentic-error',
    verdict: 'invalid',
    status: 502,
    expect: [{ rule: 'yaagents/table', pointer: '' }],
  })
})
