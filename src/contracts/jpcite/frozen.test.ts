/** v2 is frozen: what stands here may be added to, never changed or taken away. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Node {
  type?: string
  const?: unknown
  enum?: string[]
  required?: string[]
  properties?: Record<string, Node>
  items?: Node
  minItems?: number
  maxItems?: number
}

const schema = (version: string, name: string): Node =>
  JSON.parse(readFileSync(`schemas/jpcite/${version}/${name}.json`, 'utf8'))

/** Each member with its type, nested ones too. */
function types(node: Node | undefined, at = ''): string[] {
  return Object.entries(node?.properties ?? {}).flatMap(([name, member]) => [
    `${at}${name}: ${member.type ?? (member.enum ? 'enum' : 'any')}`,
    ...types(member, `${at}${name}.`),
    ...types(member.items, `${at}${name}[].`),
  ])
}

describe('the v2 envelope', () => {
  test('has these members of these types', () => {
    expect(types(schema('v2', 'envelope'))).toEqual(
      expect.arrayContaining([
        'status: enum',
        'query_echo: object',
        'query_echo.normalized_input: object',
        'query_echo.applied_filters: object',
        'query_echo.unparsed_terms: array',
        'results: array',
        'citations: array',
        'citations[].source_id: string',
        'citations[].source_url: string',
        'citations[].publisher: string',
        'citations[].title: string',
        'citations[].fetched_at: string',
        'citations[].checksum: string',
        'citations[].license: string',
        'citations[].field_paths: array',
        'citations[].excerpt: string',
        'citations[].page_ref: string',
        'citations[].verification_status: string',
        'citations[].citation_text_ja: string',
        'citations[].citation_markdown: string',
        'warnings: array',
        'suggested_actions: array',
        'suggested_actions[].tool: string,null',
        'suggested_actions[].endpoint: string,null',
        'suggested_actions[].args: object',
        'suggested_actions[].reason: string,null',
        'meta: object',
        'meta.request_id: string',
        'meta.api_version: string',
        'meta.latency_ms: integer',
        'meta.billable_units: integer',
        'meta.client_tag: string',
        'empty_reason: enum',
        'retry_with: object',
        'error: object',
        'error.code: enum',
        'error.user_message: string',
        'error.developer_message: string',
        'error.retryable: boolean',
        'error.retry_after: integer',
        'error.documentation: string',
      ]),
    )
  })

  test('knows these statuses, reasons and codes', () => {
    const { properties } = schema('v2', 'envelope')
    expect(properties?.status?.enum).toEqual(['rich', 'sparse', 'empty', 'partial', 'error'])
    expect(properties?.empty_reason?.enum).toEqual([
      'no_match',
      'filters_too_narrow',
      'source_unavailable',
      'license_blocked',
    ])
    expect(properties?.error?.properties?.code?.enum).toEqual(
      expect.arrayContaining([
        'RATE_LIMITED',
        'UNAUTHORIZED',
        'FORBIDDEN',
        'NOT_FOUND',
        'VALIDATION_ERROR',
        'LICENSE_GATE_BLOCKED',
        'QUOTA_EXCEEDED',
        'INTEGRITY_ERROR',
        'INTERNAL_ERROR',
      ]),
    )
    expect(properties?.meta?.properties?.api_version?.const).toBe('v2')
  })

  const always = ['citations', 'meta', 'query_echo', 'results', 'status', 'suggested_actions', 'warnings']
  test.each([
    ['envelope', always],
    ['rich', always],
    ['sparse', always],
    ['partial', always],
    ['empty', [...always, 'empty_reason']],
    ['error', [...always.filter(name => name !== 'suggested_actions'), 'error']],
    ['standard-error', ['code', 'documentation', 'retryable', 'user_message']],
    ['call-tool-result', ['content', 'structuredContent']],
  ])('%s demands no more and no less', (name, required) => {
    expect(schema('v2', name).required?.toSorted()).toEqual(required.toSorted())
  })

  test('demands the same of its nodes', () => {
    const { properties } = schema('v2', 'envelope')
    expect(properties?.query_echo?.required).toEqual(['normalized_input', 'applied_filters', 'unparsed_terms'])
    expect(properties?.meta?.required).toEqual(['request_id', 'api_version', 'latency_ms', 'billable_units'])
    expect(properties?.citations?.items?.required).toBeUndefined()
    expect(properties?.suggested_actions?.items?.required).toEqual(['args'])
  })

  test.each([
    ['rich', 1, undefined],
    ['sparse', 1, 4],
    ['empty', undefined, 0],
    ['partial', undefined, undefined],
    ['error', undefined, 0],
  ])('%s bounds its rows', (name, least, most) => {
    const results = schema('v2', name).properties?.results
    expect([results?.minItems, results?.maxItems]).toEqual([least, most])
  })
})

describe('the legacy shapes', () => {
  test.each([
    ['page', ['total', 'limit', 'offset', 'results']],
    ['explained', ['status', 'explanation', 'meta']],
    ['health', ['status', 'version', 'checks', 'timestamp_utc']],
    ['houjin', ['basic', 'corp_facts', 'fact_count', 'adoptions', 'enforcement']],
    ['error', undefined],
  ])('%s demands no more and no less', (name, required) => {
    expect(schema('legacy', name).required).toEqual(required)
  })
})
