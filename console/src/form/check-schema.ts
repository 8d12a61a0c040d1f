/** Whether an input fits its schema, in words for the person who fills in the form. No code is made from the schema. */
import { Errors } from 'typebox/schema'
import type { Json, JsonObject } from '../../../src/lib/json-value.ts'
import { pointer as pointerTo } from '../../../src/lib/pointer.ts'
import type { FormIssue } from './read-form.ts'

export interface CheckQuestion {
  readonly schema: JsonObject
  readonly value: Json
  /** Which alternative was taken, by pointer. */
  readonly variants: Readonly<Record<string, number>>
}

interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message: string
}

export function checkSchema({ schema, value, variants }: CheckQuestion): FormIssue[] {
  const [isValid, errors] = Errors(schema, value)
  if (isValid) return []
  const found = withoutOtherVariants(errors as unknown as SchemaError[], variants)
  const all = found.flatMap(issuesOf)
  return all.filter(({ pointer }, index) => all.findIndex(other => other.pointer === pointer) === index)
}

/** Of alternatives, what is wrong with the one that was taken; else that none fits. */
function withoutOtherVariants(
  errors: readonly SchemaError[],
  variants: Readonly<Record<string, number>>,
): readonly SchemaError[] {
  let left = errors
  for (const one of errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')) {
    const below = `${one.schemaPath}/${one.keyword}/`
    const isBelow = ({ schemaPath }: SchemaError): boolean => schemaPath.startsWith(below)
    const indexOf = ({ schemaPath }: SchemaError): number => Number.parseInt(schemaPath.slice(below.length), 10)
    const children = left.filter(error => isBelow(error) && error.params.type !== 'null')
    const taken = variants[one.instancePath] ?? onlyOne(new Set(children.map(indexOf)))
    const own = children.filter(error => indexOf(error) === taken)
    left = left.filter(error => (error === one ? own.length === 0 : !isBelow(error) || own.includes(error)))
  }
  return left
}

function onlyOne(indexes: ReadonlySet<number>): number | undefined {
  return indexes.size === 1 ? [...indexes][0] : undefined
}

const examples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '192.0.2.1',
}

const types: Readonly<Record<string, string>> = {
  string: 'Write a text.',
  number: 'Write a number, such as 2.5.',
  integer: 'Write a whole number.',
  boolean: 'Choose yes or no.',
  object: 'Expected an object.',
  array: 'Expected a list.',
}

type Word = (params: SchemaError['params']) => string

const words: Readonly<Record<string, Word>> = {
  type: ({ type }) => types[String(type)] ?? `Expected: ${String(type)}.`,
  minimum: ({ limit }) => `At least ${limit}.`,
  maximum: ({ limit }) => `At most ${limit}.`,
  exclusiveMinimum: ({ limit }) => `More than ${limit}.`,
  exclusiveMaximum: ({ limit }) => `Less than ${limit}.`,
  minLength: ({ limit }) => `At least ${limit} characters.`,
  maxLength: ({ limit }) => `At most ${limit} characters.`,
  minItems: ({ limit }) => `Give at least ${limit}.`,
  maxItems: ({ limit }) => `Give at most ${limit}.`,
  uniqueItems: () => 'Give each of them once.',
  multipleOf: ({ multipleOf }) => `A multiple of ${multipleOf}.`,
  pattern: ({ pattern }) => `Expected a text of the form ${String(pattern)}.`,
  format: ({ format }) =>
    Object.hasOwn(examples, String(format))
      ? `Expected a form such as ${examples[String(format)]}.`
      : `Expected the format ${String(format)}.`,
  enum: () => 'Expected one of the allowed values.',
  const: () => 'Expected the one allowed value.',
  if: () => 'With these values, something else is missing or wrong.',
  oneOf: () => 'It fits none of the alternatives, or more than one.',
  anyOf: () => 'It fits none of the alternatives.',
}

function issuesOf({ keyword, instancePath, params, message }: SchemaError): FormIssue[] {
  if (keyword === 'required') {
    const names = Array.isArray(params.requiredProperties) ? params.requiredProperties : []
    return names.map(name => ({ pointer: `${instancePath}${pointerTo(String(name))}`, message: 'Fill this in.' }))
  }
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return []
  if (keyword === 'boolean') return [{ pointer: instancePath, message: 'The schema has no such member.' }]
  const word = Object.hasOwn(words, keyword) ? words[keyword] : undefined
  return [{ pointer: instancePath, message: word?.(params) ?? `It ${message}.` }]
}
