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
    readonly "getThing": { readonly '~types'?: { readonly input: { readonly "thingId": string; readonly "depth"?: number }; readonly output: { readonly "id": string; readonly "state"?: "on" | "off"; readonly "sizes"?: readonly (number | null)[]; readonly "parent"?: unknown } } }
  }
}
`)
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
