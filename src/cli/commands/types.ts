/** `replywire types`: the operations of a service as TypeScript types, for `connect<Api>(url)`. */
import { offeredIn } from '../../client/http/offered-operations.ts'
import { operationsOf } from '../../client/http/openapi.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'
import { Body } from '../../wire/body.ts'
import { SchemaTypes } from '../agents/schema-to-type.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { readInput } from '../input.ts'
import type { noOptions } from '../table/messages.ts'
import { usageError } from '../usage.ts'

export async function run({ positionals, terminal }: Invocation<typeof noOptions>): Promise<number> {
  const [file = ''] = positionals
  terminal.out.write(declarations(await readDocument(file)))
  return exitCodes.ok
}

async function readDocument(file: string): Promise<JsonObject> {
  const { bytes } = await readInput(file)
  const reading = Body.ofBytes(bytes).json()
  if (!reading.ok) throw usageError(`${printable(file)} is not JSON: ${reading.problem.message}`)
  if (!isObject(reading.value) || !isObject(reading.value.paths)) {
    throw usageError(`${printable(file)} is not an OpenAPI document: it has no member /paths.`)
  }
  return reading.value
}

export function declarations(document: JsonObject): string {
  const types = new SchemaTypes(document, 'Api')
  const offered = new Map(offeredIn(document).map(one => [one.name, one]))
  const lines = operationsOf(document).flatMap(({ operation }) => {
    const { operationId } = operation
    const found = typeof operationId === 'string' ? offered.get(operationId) : undefined
    if (found === undefined || found.isBuiltIn === true) return []
    const input = types.typeOf(found.input)
    const output = types.typeOf(outputSchema(operation))
    const about = found.title === undefined ? [] : [`    /** ${found.title.replaceAll('*/', '* /')} */`]
    const both = `{ readonly input: ${input}; readonly output: ${output} }`
    return [...about, `    readonly ${JSON.stringify(found.name)}: { readonly '~types'?: ${both} }`]
  })
  return `// Written by replywire types. Do not edit.

/** The operations of the service: \`connect<Api>(url)\` of \`replywire/client\` is typed by them. */
export interface Api {
  readonly operations: {
${lines.join('\n')}
  }
}
${types
  .declarations()
  .map(line => `\n${line}\n`)
  .join('')}`
}

/** The schema of a completed answer. */
function outputSchema(operation: JsonObject): Json | undefined {
  for (const status of ['200', '201', '2XX', 'default']) {
    const schema = valueAt(operation, `/responses/${status}/content/application~1json/schema`)
    if (schema !== undefined) return schema as Json
  }
  return undefined
}
