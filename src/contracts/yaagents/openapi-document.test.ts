import { describe, expect, test } from 'vitest'
import { check } from '../../codec/check.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { httpWire } from '../../wire/http.ts'
import { yaagents } from './index.ts'

const header = { schema: { type: 'string' } }
const profile = { schema: { type: 'string', const: 'v0.3' } }
const headers = { 'X-YAAgents-Profile': profile, 'X-Correlation-ID': header, 'X-Request-ID': header }
const extension = { resource: 'optimization', operationKind: 'recommendation', deterministic: false, mutating: false }
const json = { description: 'Done.', headers: { 'X-YAAgents-Profile': profile }, content: { 'application/json': {} } }
const vendor = (name: string, media: JsonObject = {}) => ({
  description: 'd',
  headers,
  content: { [`application/vnd.yaagents.${name}+json`]: media },
})
const post = '/paths/~1campaigns/post'

function found(operation: JsonObject, more: JsonObject = {}, version = '0.3'): string[] {
  const document = { openapi: '3.1.0', info: {}, paths: { '/campaigns': { post: operation } }, ...more }
  const findings = check(yaagents, httpWire({ isHeadPartial: true, body: document }), { version, message: 'openapi' })
  return findings.map(({ level, rule, pointer, message }) => `${level} ${rule} ${pointer} ${message}`)
}

const agentic = (responses: JsonObject) => ({ 'x-yaagents': extension, responses })

test('every row of the table, further errors and a stream are accepted', () => {
  const responses = {
    '200': { ...json, content: { 'application/json': {}, 'text/event-stream': {} } },
    '201': json,
    '202': vendor('operation'),
    '400': vendor('clarification'),
    '401': vendor('error'),
    '403': vendor('error'),
    '409': vendor('conflict'),
    '412': vendor('approval-required'),
    '422': vendor('validation-error'),
    '424': vendor('error'),
    '429': vendor('error'),
    '500': vendor('error'),
    '5XX': vendor('error'),
    default: vendor('error'),
  }
  expect(found(agentic(responses))).toEqual([])
})

test('operations that do not name the profile are left alone', () => {
  const plain = { responses: { '404': { description: 'd', content: { 'text/html': {} } } } }
  expect(found(plain)).toEqual([
    'should yaagents/openapi-operations /paths Expected: At least one operation of an OpenAPI document has x-yaagents or a vendor media type.',
  ])
  expect(found(plain, { paths: { '/a': { get: plain }, '/b': { put: agentic({ '200': json }) } } })).toEqual([])
})

describe('x-yaagents', () => {
  test('is missing where a vendor media type stands', () => {
    expect(found({ responses: { '409': vendor('conflict') } })).toEqual([
      `must yaagents/openapi-extension ${post}/x-yaagents The member "x-yaagents" is missing.`,
    ])
  })

  test('has four members of their types, and no other', () => {
    const wrong = { resource: '', operationKind: 'magic', deterministic: 'no', version: 1 }
    expect(found({ 'x-yaagents': wrong, responses: {} })).toEqual([
      `must yaagents/openapi-extension ${post}/x-yaagents/resource Expected a non-empty string.`,
      `must yaagents/openapi-extension ${post}/x-yaagents/operationKind Expected one of recommendation, generation, mutation, analysis.`,
      `must yaagents/openapi-extension ${post}/x-yaagents/deterministic Expected true or false.`,
      `must yaagents/openapi-extension ${post}/x-yaagents/mutating The member "mutating" is missing.`,
      `must yaagents/openapi-extension ${post}/x-yaagents/version This member is not part of the contract.`,
    ])
    expect(found({ 'x-yaagents': 7, responses: {} })).toEqual([
      `must yaagents/openapi-extension ${post}/x-yaagents Expected object.`,
    ])
  })
})

describe('statuses and media types', () => {
  const at = (status: string) => `${post}/responses/${status}`

  test.each<[string, JsonObject, string[]]>([
    [
      '412',
      vendor('clarification'),
      [
        `must yaagents/table ${at('412')}/content/application~1vnd.yaagents.clarification+json Status 412 goes with Content-Type application/vnd.yaagents.approval-required+json.`,
      ],
    ],
    [
      '400',
      json,
      [
        `should yaagents/openapi-responses ${at('400')} Status 400 goes with Content-Type application/vnd.yaagents.clarification+json.`,
      ],
    ],
    [
      '4XX',
      json,
      [
        `should yaagents/openapi-responses ${at('4XX')} Status 4XX goes with Content-Type application/vnd.yaagents.clarification+json or application/vnd.yaagents.validation-error+json or application/vnd.yaagents.approval-required+json or application/vnd.yaagents.error+json or application/vnd.yaagents.conflict+json.`,
      ],
    ],
    [
      '418',
      vendor('error'),
      [
        `must yaagents/table ${at('418')}/content/application~1vnd.yaagents.error+json Status 418 is in no row of the table.`,
      ],
    ],
    ['418', json, [`should yaagents/openapi-responses ${at('418')} Status 418 is in no row of the table.`]],
    ['((((', json, [`should yaagents/openapi-responses ${at('((((')} Status (((( is in no row of the table.`]],
    [
      '204',
      { description: 'd', headers: { 'X-YAAgents-Profile': profile } },
      [`should yaagents/openapi-responses ${at('204')} Status 204 is in no row of the table.`],
    ],
    ['201', { description: 'd', headers: { 'X-YAAgents-Profile': profile } }, []],
    [
      '409',
      { ...vendor('conflict'), content: { 'application/json': {}, 'application/vnd.yaagents.conflict+json': {} } },
      [],
    ],
    [
      '409',
      { description: 'd', headers: { 'X-YAAgents-Profile': profile } },
      [
        `should yaagents/openapi-responses ${at('409')} Status 409 goes with Content-Type application/vnd.yaagents.conflict+json.`,
      ],
    ],
    [
      '500',
      vendor('agentic'),
      [
        `must yaagents/media-type ${at('500')}/content/application~1vnd.yaagents.agentic+json Expected: A vendor media type is one of the six of the table, to the letter.`,
      ],
    ],
  ])('%s', (status, response, expected) => {
    expect(found(agentic({ [status]: response }))).toEqual(expected)
  })

  test('an example has the form of its row, in the version that is asked for', () => {
    const trace = { correlationId: 'c', requestId: 'r' }
    const example = { type: 'error', code: 'SLOW', message: 'Wait.', retryAfter: 5, trace }
    const bad = vendor('conflict', { examples: { taken: { value: { ...example, type: 'conflict', code: '' } } } })
    const place = `${at('409')}/content/application~1vnd.yaagents.conflict+json/examples/taken/value`
    expect(found(agentic({ '429': vendor('error', { example }), '409': bad }))).toEqual([
      `should yaagents/closed ${place}/retryAfter This member is not part of the contract.`,
      `must yaagents/conflict ${place}/code Must not be empty.`,
    ])
    const old = { ...vendor('error', { example }), headers: {} }
    expect(found(agentic({ '429': old }), {}, '0.1').filter(line => line.includes('/example'))).toEqual([
      `should yaagents/closed ${at('429')}/content/application~1vnd.yaagents.error+json/example/retryAfter This member is not part of the contract.`,
    ])
  })
})

describe('headers', () => {
  test('the profile on every response, the ids with a vendor media type', () => {
    const bare = { ...vendor('conflict'), headers: {} }
    expect(found(agentic({ '200': { ...json, headers: {} }, '409': bare }))).toEqual([
      `should yaagents/openapi-headers ${post}/responses/200/headers The header X-YAAgents-Profile is not declared.`,
      `should yaagents/openapi-headers ${post}/responses/409/headers The header X-YAAgents-Profile is not declared.`,
      `should yaagents/openapi-headers ${post}/responses/409/headers The header X-Correlation-ID is not declared.`,
      `should yaagents/openapi-headers ${post}/responses/409/headers The header X-Request-ID is not declared.`,
    ])
  })

  test.each([{ const: 'v0.2' }, { enum: ['v0.1', 'v0.2'] }])('a profile of %j is another version', schema => {
    const response = { ...json, headers: { 'x-yaagents-profile': { schema } } }
    expect(found(agentic({ '200': response }))).toEqual([
      `must yaagents/profile-header ${post}/responses/200/headers/x-yaagents-profile The header X-YAAgents-Profile does not say v0.3.`,
    ])
    expect(found(agentic({ '200': response }), {}, '0.2')).toEqual([])
  })
})

describe('references', () => {
  const responses = { Taken: vendor('conflict'), Own: { $ref: '#/components/responses/Own' } }

  test('are followed, and what is wrong is shown where the operation refers to it', () => {
    const used = (status: string) => agentic({ [status]: { $ref: '#/components/responses/Taken' } })
    expect(found(used('409'), { components: { responses } }).filter(line => line.includes('/paths'))).toEqual([])
    expect(found(used('400'), { components: { responses } }).filter(line => line.includes('/paths'))).toEqual([
      `must yaagents/table ${post}/responses/400 Status 400 goes with Content-Type application/vnd.yaagents.clarification+json.`,
    ])
  })

  test('that lead nowhere, to themselves or out of the document are found', () => {
    const to = ($ref: string) => found(agentic({ '409': { $ref } }), { components: { responses } })
    const nowhere = `must yaagents/openapi-reference ${post}/responses/409 Expected: A reference within the document names something in it.`
    expect(to('#/components/responses/None')).toContain(nowhere)
    expect(to('#/components/responses/Own')).toContain(nowhere)
    expect(to('#/__proto__')).toContain(nowhere)
    expect(to('https://example.org/responses.yaml')).toContain(
      `should yaagents/openapi-outside ${post}/responses/409 Expected: The document and the files in its folder hold everything that it refers to.`,
    )
  })
})

test('an agent that is invoked is no resource', () => {
  const paths = { '/agents/{name}/invoke': { post: agentic({ '200': json }) } }
  expect(found({}, { paths })).toEqual([
    'should yaagents/openapi-resource /paths/~1agents~1{name}~1invoke Expected: An operation belongs to a resource, not to an agent that is invoked.',
  ])
})

test.each([{ swagger: '2.0' }, [], 'openapi', { openapi: '4.0' }, { openapi: 3 }])(
  '%j is no OpenAPI 3 document',
  body => {
    const findings = check(yaagents, httpWire({ isHeadPartial: true, body }), { message: 'openapi' })
    expect(findings).toMatchObject([{ rule: 'yaagents/openapi-document', level: 'must' }])
  },
)

test('odd values anywhere in a document never throw', () => {
  for (const odd of [null, 7, 'x', [], [null], { $ref: 7 }, { $ref: '#%zz' }, { '200': null, default: [] }]) {
    for (const place of ['paths', 'components', 'responses', 'headers', 'content', 'x-yaagents']) {
      const operation = { ...agentic({ '409': { ...vendor('conflict'), [place]: odd } }), [place]: odd }
      expect(() => found(operation as JsonObject, { [place]: odd })).not.toThrow()
    }
  }
})
