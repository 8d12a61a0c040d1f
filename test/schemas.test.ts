/** The published schemas: each has an id where its contract publishes one, and every reference leads somewhere. */
import { globSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

type Schema = Record<string, unknown>

const files = new Map(
  globSync('schemas/**/*.json')
    .toSorted()
    .map(path => [path, JSON.parse(readFileSync(path, 'utf8')) as Schema]),
)

/** Every `$ref` of a schema. */
function refsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : refsIn(value),
  )
}

const ajv = () => new Ajv2020({ strict: false, validateFormats: false })

test('those of AdCP have an id each, no two have the same one, and every reference of all resolves', () => {
  const together = ajv()
  const withoutId = [...files].filter(([, { $id }]) => typeof $id !== 'string').map(([path]) => path)
  expect(withoutId.filter(path => path.startsWith('schemas/adcp/'))).toEqual([])
  // A reference that leads nowhere is an error.
  expect(() => ajv().compile({ $ref: '#/$defs/none' })).toThrow("can't resolve reference")
  for (const schema of files.values()) if (typeof schema.$id === 'string') together.addSchema(schema)
  for (const [path, schema] of files) {
    const compile = () =>
      typeof schema.$id === 'string' ? together.getSchema(schema.$id) : ajv().compile(structuredClone(schema))
    expect(compile, path).not.toThrow()
    expect(compile(), path).toBeDefined()
  }
  expect(files.size).toBeGreaterThan(60)
})

describe('AdCP', () => {
  test.each([
    ['3.1-beta.3', '/schemas/3.1.0-beta.3/'],
    ['3.1', '/schemas/3.1.19/'],
    ['3.2-beta.5', 'https://adcontextprotocol.org/schemas/3.2.0-beta.5/'],
  ])('the schemas of %s have the published ids', (version, base) => {
    const named = (name: string) => files.get(`schemas/adcp/${version}/${name}.json`)?.$id
    expect(named('protocol-envelope')).toBe(`${base}core/protocol-envelope.json`)
    expect(named('version-envelope')).toBe(`${base}core/version-envelope.json`)
    expect(named('context')).toBe(`${base}core/context.json`)
    expect(named('task-status')).toBe(`${base}enums/task-status.json`)
    expect(named('error')).toBe(`${base}core/error.json`)
    expect(named('push-notification-config')).toBe(`${base}core/push-notification-config.json`)
    expect(named('webhook')).toBe(`${base}core/mcp-webhook-payload.json`)
    expect(named('tasks-list-response')).toBe(`${base}core/tasks-list-response.json`)
    expect(named('capabilities')).toBe(`${base}protocol/get-adcp-capabilities-response.json`)
    expect(named('a2a-data')).toBe(`urn:replywire:schemas:adcp:${version}:a2a-data`)
  })

  test.each([
    ['3.1', '/schemas/3.1.19'],
    ['3.2-beta.5', 'https://adcontextprotocol.org/schemas/3.2.0-beta.5'],
  ])('references of a task schema of %s resolve here', (version, base) => {
    const all = ajv()
    for (const [path, schema] of files) if (path.startsWith(`schemas/adcp/${version}/`)) all.addSchema(schema)
    const response = {
      $id: `${base}/media-buy/get-products-response.json`,
      allOf: [{ $ref: `${base}/core/version-envelope.json` }, { $ref: `${base}/core/protocol-envelope.json` }],
      type: 'object',
      properties: {
        products: { type: 'array' },
        context: { $ref: `${base}/core/context.json` },
        errors: { type: 'array', items: { $ref: `${base}/core/error.json` } },
        state: { $ref: `${base}/enums/task-status.json` },
      },
    }
    expect(refsIn(response)).toHaveLength(5)
    const fits = all.compile(response)
    expect(fits({ adcp_version: '3.1', status: 'completed', products: [], context: {}, state: 'working' })).toBe(true)
    expect(fits({ status: 'completed', context: 'words' })).toBe(false)
    expect(fits({ status: 'active' })).toBe(false)
    expect(fits({ status: 'completed', state: 'done' })).toBe(false)
    expect(fits({ status: 'completed', errors: [{}] })).toBe(false)
    expect(fits({ status: 'completed', adcp_version: '3' })).toBe(false)
  })
})
