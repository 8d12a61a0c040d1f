/** `replywire types`: the operations of a service as TypeScript types. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const thing = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    state: { enum: ['on', 'off'] },
    sizes: { type: 'array', items: { type: ['integer', 'null'] } },
    parent: { $ref: '#/components/schemas/Thing' },
  },
}
const document = {
  openapi: '3.1.0',
  components: { schemas: { Thing: thing } },
  paths: {
    '/things/{thingId}': {
      get: {
        operationId: 'getThing',
        summary: 'Get a thing',
        parameters: [
          { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'depth', in: 'query', schema: { type: 'integer' } },
          { name: 'X-Request-ID', in: 'header', schema: { type: 'string' } },
        ],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
  },
}

test('prints an interface for connect<Api>(url)', async () => {
  const file = join(folder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { code, out } = await cli(['types', file])
  expect(code).toBe(0)
  expect(out).toBe(`// Written by replywire types. Do not edit.

/** The operations of the service: \`connect<Api>(url)\` of \`replywire/client\` is typed by them. */
export interface Api {
  readonly operations: {
    /** Get a thing */
    readonly "getThing": { readonly '~types'?: { readonly input: { readonly "thingId": string; readonly "depth"?: number }; readonly output: Thing } }
  }
}

export type Thing = { readonly "id": string; readonly "state"?: "on" | "off"; readonly "sizes"?: readonly (number | null)[]; readonly "parent"?: Thing }
`)
})

/** The types of a document with these schemas, whose one operation answers with the first of them. */
async function typesOf(schemas: Record<string, object>): Promise<string> {
  const file = join(folder(), 'openapi.json')
  const schema = { $ref: `#/components/schemas/${Object.keys(schemas)[0]}` }
  const get = { operationId: 'get', responses: { 200: { content: { 'application/json': { schema } } } } }
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', components: { schemas }, paths: { '/x': { get } } }))
  const { code, out } = await cli(['types', file])
  expect(code).toBe(0)
  return out
}

test('references that branch at every level are each written once', async () => {
  const ref = (n: number) => ({ $ref: `#/components/schemas/T${n}` })
  const schemas = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `T${n}`,
      {
        type: 'object',
        properties: n === 29 ? {} : { left: ref(n + 1), right: ref(n + 1), both: { anyOf: [ref(n + 1)] } },
      },
    ]),
  )
  const out = await typesOf(schemas)
  expect(out.match(/^export type T\d+ = /gm)).toHaveLength(30)
  expect(out).toContain('export type T0 = { readonly "left"?: T1; readonly "right"?: T1; readonly "both"?: T1 }')
})

test('a type that is nothing but itself is unknown, and names that are alike stay apart', async () => {
  const out = await typesOf({
    Api: {
      type: 'object',
      properties: { a: { $ref: '#/components/schemas/a-b' }, b: { $ref: '#/components/schemas/a.b' } },
    },
    'a-b': { anyOf: [{ $ref: '#/components/schemas/a.b' }, { type: 'string' }] },
    'a.b': { allOf: [{ $ref: '#/components/schemas/a-b' }] },
    '9x': { type: 'string' },
  })
  expect(out).toContain('readonly output: Api2 }')
  expect(out).toContain('export type Api2 = { readonly "a"?: unknown; readonly "b"?: unknown }')
})

test.each([
  ['{', 'is not JSON'],
  ['{"a":1}', 'is not an OpenAPI document: it has no member /paths'],
])('%s is one clear line', async (text, message) => {
  const file = join(folder(), 'openapi.json')
  writeFileSync(file, text)
  const { code, err } = await cli(['types', file])
  expect([code, err.split('\n').length]).toEqual([2, 2])
  expect(err).toContain(message)
})
