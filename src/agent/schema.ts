/** The schemas that authors bring: any Standard Schema library, TypeBox, or plain JSON Schema. */
import { ReplywireError } from '../errors.ts'
import type { JsonObject } from '../lib/json-value.ts'
import { pointer } from '../lib/pointer.ts'
import type { Issue } from '../outcome/fault.ts'
import { boundIssues } from './bound-issues.ts'
import { type CodedIssue, keywordOf, lacks } from './issue-keyword.ts'
import type { SchemaType } from './json-schema-type.ts'
import { callsFunctions } from './zod-functions.ts'

/** What zod, valibot, arktype and others share (the Standard Schema interface, as far as it is used here). */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: number
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    readonly jsonSchema?: Readonly<Record<'input' | 'output', (options: { target: string }) => Record<string, unknown>>>
  }
}

interface StandardResult {
  readonly value?: unknown
  readonly issues?: readonly (CodedIssue & {
    readonly message: string
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
    /** Members that zod does not know, in an issue of the object that holds them. */
    readonly keys?: readonly string[] | undefined
  })[]
}

/** A schema as an author writes it. */
export type AnySchema = StandardSchema | object

/** The types that a Standard Schema declares; the property is all that is looked at, which keeps this cheap. */
type StandardTypes<S> = S extends { '~standard': { types?: infer Types } } ? NonNullable<Types> : never

/** What a value that passed a schema is: after defaults and transforms. */
export type SchemaOutput<S> = S extends { '~standard': object }
  ? StandardTypes<S> extends { output: infer Value }
    ? Value
    : unknown
  : SchemaType<S, 'made'>

/** What may be given for a schema: before defaults and transforms. */
export type SchemaInput<S> = S extends { '~standard': object }
  ? StandardTypes<S> extends { input: infer Value }
    ? Value
    : unknown
  : SchemaType<S, 'given'>

export type Validation = { ok: true; value: unknown } | { ok: false; issues: Issue[] }

/** A schema made ready: its JSON Schema for the documents, and its validation. */
export interface CompiledSchema {
  readonly json: JsonObject
  /** The JSON Schema of what validation makes of a value, which may be more or other than what went in. */
  readonly made: JsonObject
  /** At once, where its library answers at once. */
  validate(value: unknown): Validation | Promise<Validation>
}

/** Makes an author's schema ready. Ajv is loaded only for plain JSON Schema, and only at the first call. */
export function compile(schema: AnySchema): CompiledSchema {
  return isStandard(schema) ? compileStandard(schema) : compileJson(schema as JsonObject)
}

function isStandard(schema: object): schema is StandardSchema {
  return '~standard' in schema
}

function compileStandard(schema: StandardSchema): CompiledSchema {
  const validate = validatorOf(schema)
  return {
    json: jsonSchemaOf(schema, 'input'),
    made: jsonSchemaOf(schema, 'output'),
    validate(value) {
      const result = validate(value)
      return result instanceof Promise ? result.then(made => validation(made, value)) : validation(result, value)
    },
  }
}

/** How a schema validates. One of zod that may wait is not tried at once first. */
function validatorOf(schema: StandardSchema): StandardSchema['~standard']['validate'] {
  const { vendor, validate } = schema['~standard']
  if (vendor !== 'zod' || !canWait(schema) || ('_zod' in schema && !callsFunctions(schema))) return validate
  return async value => {
    const { data, error } = await schema.safeParseAsync(value)
    return error === undefined ? { value: data } : error
  }
}

/** What every schema of zod has. */
interface WaitingSchema {
  safeParseAsync(value: unknown): Promise<{ data?: unknown; error?: Pick<StandardResult, 'issues'> }>
}

function canWait(schema: object): schema is WaitingSchema {
  return 'safeParseAsync' in schema && typeof schema.safeParseAsync === 'function'
}

function validation(result: StandardResult, value: unknown): Validation {
  if (result.issues === undefined) return { ok: true, value: result.value }
  const found = result.issues.flatMap(issue => {
    const { message, path = [], keys } = issue
    const at = path.map(step => String(typeof step === 'object' ? step.key : step))
    const keyword = keywordOf(issue, lacks(value, at))
    return Array.isArray(keys)
      ? keys.map(key => ({ message, keyword, at: [...at, String(key)] }))
      : [{ message, keyword, at }]
  })
  const issues = boundIssues(found, ({ message, keyword, at }) => ({
    pointer: pointer(...at),
    message: withoutInput(message),
    ...(keyword === undefined ? undefined : { keyword }),
  }))
  return { ok: false, issues }
}

/** Where libraries begin to quote what they received. */
const quotes = [', received', ' but received', ' (was ', ' but got', ', got']

/** Some libraries quote what they received: that never leaves. Bounded, because what is quoted is the caller's. */
function withoutInput(message: string): string {
  if (message.startsWith('Unrecognized key')) return 'Is not known.'
  const line = message.slice(0, 300).split('\n', 1)[0] ?? ''
  const cuts = quotes.map(words => line.indexOf(words)).filter(at => at > 0)
  return cuts.length === 0 ? line : line.slice(0, Math.min(...cuts))
}

/** The JSON Schema of a Standard Schema; an open one where the library has none. */
function jsonSchemaOf(schema: StandardSchema, side: 'input' | 'output'): JsonObject {
  const standard = schema['~standard']
  try {
    const json = standard.jsonSchema?.[side]({ target: 'draft-2020-12' })
    if (json !== undefined) return plain(json)
    if ('toJsonSchema' in schema && typeof schema.toJsonSchema === 'function') return plain(schema.toJsonSchema())
  } catch {
    // A transform or a date has no JSON Schema: the documents then say no more than that there is a value.
  }
  return {}
}

function plain(json: unknown): JsonObject {
  const { $schema: _, ...rest } = JSON.parse(JSON.stringify(json)) as JsonObject
  return rest
}

function compileJson(schema: JsonObject): CompiledSchema {
  const json = plain(schema)
  let validator: Promise<(value: unknown) => Issue[]> | undefined
  return {
    json,
    made: json,
    async validate(value) {
      validator ??= ajvValidator(json)
      const copy = structuredClone(value)
      const issues = (await validator)(copy)
      return issues.length === 0 ? { ok: true, value: copy } : { ok: false, issues }
    },
  }
}

async function ajvValidator(schema: JsonObject): Promise<(value: unknown) => Issue[]> {
  // Takes everything: Ajv need not be loaded, nor code made, which a worker must not do.
  if (Object.keys(schema).length === 0) return () => []
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')])
  const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, logger: false })
  formats.default(ajv)
  let check: ReturnType<typeof ajv.compile>
  try {
    check = ajv.compile(schema)
  } catch (error) {
    throw new ReplywireError('ERR_MISUSE', 'A JSON Schema of an operation cannot be compiled.', { cause: error })
  }
  return value => {
    if (check(value)) return []
    return boundIssues(check.errors ?? [], ({ instancePath, params, keyword, message = 'is not valid' }) => {
      const member = params.missingProperty ?? params.additionalProperty
      const at = member === undefined ? instancePath : instancePath + pointer(String(member))
      return { pointer: at, message: `${message[0]?.toUpperCase()}${message.slice(1)}.`, keyword }
    })
  }
}
