/** Operations as MCP tools. */
import type { Effects, Operation } from '../../agent/define.ts'
import type { Contract } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { contractBuiltIns, nameBehind } from '../contract-operations.ts'
import { publishedSchemas } from '../openapi/published.ts'
import { envelopeSchema } from '../request-envelope.ts'
import type { ServerContext } from '../server-context.ts'

/** What the protocol's hints say of an operation. */
const hints: Readonly<Record<Effects, JsonObject>> = {
  none: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  additive: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
}

/** An operation that is called by name, and the key by which the server knows it. */
export interface Tool {
  key: string
  operation: Operation
  /** What is around an input that is no object. */
  isWrapped: boolean
}

/** The operation that a tool is; undefined when there is none. */
export function toolNamed(server: ServerContext, contract: Contract, name: string): Tool | undefined {
  const { operations } = server.agent
  const key = nameBehind(server.agent, contract, name)
  const builtIn = contractBuiltIns(server, contract).find(([known]) => known === key)?.[1]
  const operation = Object.hasOwn(operations, key) ? operations[key] : builtIn
  return operation === undefined ? undefined : { key, operation, isWrapped: isWrapped(operation.input.json) }
}

/** The input schemas, by tool, that name headers for some of their members. */
export function headerSchemas({ agent }: ServerContext): Map<string, JsonObject> {
  const all = Object.entries(agent.operations).map(([name, { input }]): [string, JsonObject] => [name, input.json])
  return new Map(all.filter(([, schema]) => JSON.stringify(schema).includes('"x-mcp-header"')))
}

/** Every tool: those of the agent, in their order, and those that the contract brings along. */
export function toolsOf(server: ServerContext, contract: Contract): JsonObject[] {
  const all = [...Object.entries(server.agent.operations), ...contractBuiltIns(server, contract)]
  return all.map(([name, operation]) => toolOf(name, operation, contract))
}

function toolOf(name: string, operation: Operation, contract: Contract): JsonObject {
  const { title, description, effects, input } = operation
  const schema = withEnvelope(objectSchema(input.json), operation, contract)
  const output = contract.id === 'mcp' ? outputSchema(operation) : envelopeOutput(contract)
  return {
    name,
    title,
    description: description ?? title,
    inputSchema: contract.serving?.mcp?.hasOpenInputs ? opened(schema) : schema,
    ...(output === undefined ? undefined : { outputSchema: output }),
    annotations: { title, ...hints[effects] },
  }
}

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Arguments are always an object: an input of another type is in one, as `input`. */
function objectSchema(json: JsonObject): JsonObject {
  if (isWrapped(json)) return { $schema: dialect, type: 'object', properties: { input: json }, required: ['input'] }
  return { $schema: dialect, type: 'object', ...json }
}

/** What the contract asks of every call is among the arguments too. */
function withEnvelope(schema: JsonObject, { input, effects }: Operation, contract: Contract): JsonObject {
  const added = isWrapped(input.json) ? undefined : envelopeSchema(contract, { input: input.json, effects })
  if (added === undefined) return schema
  const required = [...(Array.isArray(schema.required) ? schema.required : []), ...added.required]
  return {
    ...schema,
    properties: { ...(isObject(schema.properties) ? schema.properties : undefined), ...added.properties },
    ...(required.length === 0 ? undefined : { required }),
  }
}

function isWrapped({ type }: JsonObject): boolean {
  return type !== undefined && type !== 'object'
}

/** A schema that refuses no member for being unknown. */
function opened(schema: JsonObject): JsonObject {
  const { additionalProperties, unevaluatedProperties, allOf, ...rest } = schema
  return {
    ...rest,
    ...(isObject(additionalProperties) ? { additionalProperties } : undefined),
    ...(Array.isArray(allOf) ? { allOf: allOf.map(part => (isObject(part) ? opened(part) : part)) } : undefined),
  }
}

/** What a plain result says instead of the operation's own output: that it failed, waits or goes on. */
const otherwise: JsonObject[] = [
  { required: ['error'], properties: { error: { type: 'object' } } },
  { required: ['status', 'needs'], properties: { status: { const: 'input_required' }, needs: { type: 'array' } } },
  { required: ['status'], properties: { status: { enum: ['queued', 'working'] } } },
]

/**
 * The schema of all that a tool may answer, its errors too, because clients check them as well. An output that is no
 * object has another shape in every revision, and one that points at its own root cannot be in another schema:
 * neither is shown.
 */
function outputSchema({ output }: Operation): JsonObject | undefined {
  if (output?.made.type !== 'object' || !isMovable(output.made)) return undefined
  const { $defs, ...schema } = output.made
  return { type: 'object', anyOf: [schema, ...otherwise], ...(isObject($defs) ? { $defs } : undefined) }
}

/** What the contract writes around every answer. Its `$id` stays away: clients that compile every tool refuse it twice. */
function envelopeOutput({ id, current, serving }: Contract): JsonObject | undefined {
  const name = serving?.mcp?.outputSchema
  if (name === undefined) return undefined
  const { $id: _, ...schema } = publishedSchemas(id, current)[name] ?? {}
  // A bundle has no schemas.
  return schema.type === 'object' ? schema : undefined
}

function isMovable(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.every(isMovable)
  if (!isObject(schema)) return true
  return Object.entries(schema).every(([name, value]) =>
    name === '$ref' || name === '$dynamicRef'
      ? typeof value === 'string' && value.startsWith('#/$defs/')
      : isMovable(value),
  )
}
