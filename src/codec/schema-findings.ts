/** From a compiled schema's errors to findings. */
import { pointer } from '../lib/pointer.ts'
import { type Finding, finding, type Rule } from './rule.ts'

/** An error as a compiled schema reports it. */
interface SchemaError {
  instancePath: string
  /** The rule of the schema's node. Where nobody asks for findings, a schema may name none. */
  rule?: string
  keyword: string
  params: Record<string, unknown>
}

/** A compiled schema. */
export interface Validator {
  readonly check: { (value: unknown): boolean; errors?: SchemaError[] | null }
}

/** The compiled schemas of a contract, by version and name. */
export type Validators = Readonly<Record<string, Readonly<Record<string, Validator>>>>

/** More than anybody reads; a body that is wrong a million times must not cost as much. */
export const mostFindings = 1000

/**
 * Checks a value against a compiled schema; `at` is where the value is in the body.
 *
 * @example
 * const validator: Validator = { check: value => typeof value === 'string' }
 * schemaFindings(validator, 'Hello', ruleTable(jsonRules)) // []
 */
export function schemaFindings(validator: Validator, value: unknown, rule: (id: string) => Rule, at = ''): Finding[] {
  if (validator.check(value)) return []
  const findings = new Map<string, Finding>()
  for (const error of validator.check.errors ?? []) {
    if (findings.size === mostFindings) break
    // What the condition demands is an error of its own, at its own place.
    if (error.keyword === 'if') continue
    const found = finding(rule(ruleOf(error)), at + placeOf(error), messageOf(error))
    // One keyword's complaint about a node is enough: a wrong type is also no member of the enumeration.
    const key = `${found.rule} ${found.pointer}`
    if (!findings.has(key)) findings.set(key, found)
  }
  return [...findings.values()]
}

function ruleOf({ rule, instancePath, keyword }: SchemaError): string {
  if (rule === undefined) throw new TypeError(`The schema names no rule for ${keyword} at "${instancePath}".`)
  return rule
}

function placeOf(error: SchemaError): string {
  const member = error.params.missingProperty ?? error.params.additionalProperty
  return member === undefined ? error.instancePath : error.instancePath + pointer(String(member))
}

const messages: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  required: ({ missingProperty }) => `The member "${missingProperty}" is missing.`,
  additionalProperties: () => 'This member is not part of the contract.',
  'false schema': () => 'This member must not be present.',
  type: ({ type }) => `Expected ${[type].flat().join(' or ')}.`,
  enum: ({ allowedValues }) => `Expected one of ${[allowedValues].flat().join(', ')}.`,
  const: ({ allowedValue }) => `Expected ${JSON.stringify(allowedValue)}.`,
  minLength: ({ limit }) => (limit === 1 ? 'Must not be empty.' : `Must be at least ${limit} characters long.`),
  maxLength: ({ limit }) => `Must be at most ${limit} characters long.`,
  minItems: ({ limit }) => `Must hold at least ${limit} ${limit === 1 ? 'item' : 'items'}.`,
  maxItems: ({ limit }) => `Must hold at most ${limit} ${limit === 1 ? 'item' : 'items'}.`,
  minimum: ({ limit }) => `Must be at least ${limit}.`,
  maximum: ({ limit }) => `Must be at most ${limit}.`,
  pattern: ({ pattern }) => `Must match ${pattern}.`,
}

function messageOf(error: SchemaError): string {
  return messages[error.keyword]?.(error.params) ?? `Breaks the schema keyword ${error.keyword}.`
}
