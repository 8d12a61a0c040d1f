/** What a reader has typed, as an input; and what is wrong with it before it is sent. */
import { isObject, type Json, type JsonObject } from '../../../../src/lib/json-value.ts'
import { tokensOf } from '../../../../src/lib/pointer.ts'
import type { SchemaField } from './schema-field.ts'

/** Texts as they are in the fields, by the shape of the form. An empty text is a member that is not sent. */
export type FormValue = string | readonly FormValue[] | { readonly [name: string]: FormValue }

export interface FormIssue {
  readonly pointer: string
  readonly message: string
}

export interface FormReading {
  /** Undefined: not sent. */
  readonly value: Json | undefined
  readonly issues: readonly FormIssue[]
}

/** The form as it begins: defaults filled in. */
export function emptyForm(field: SchemaField): FormValue {
  const { default: given } = field.schema
  if (field.kind === 'object') {
    return Object.fromEntries(
      field.fields.map(one => {
        const own = isObject(given) && Object.hasOwn(given, one.name) ? given[one.name] : undefined
        return [one.name, own === undefined ? emptyForm(one) : formOf(one, own)]
      }),
    )
  }
  if (given !== undefined) return formOf(field, given)
  if (field.kind === 'list') return []
  return field.kind === 'choice' && field.isRequired && field.choices.length === 1 ? '0' : ''
}

/** A value that is known, as the form shows it. */
export function formOf(field: SchemaField, value: Json): FormValue {
  switch (field.kind) {
    case 'object':
      return Object.fromEntries(
        field.fields.map(one => {
          const member = isObject(value) && Object.hasOwn(value, one.name) ? value[one.name] : undefined
          return [one.name, member === undefined ? emptyForm(one) : formOf(one, member)]
        }),
      )
    case 'list':
      return Array.isArray(value) ? value.map(item => formOf(field.item, item)) : []
    case 'choice': {
      const index = field.choices.findIndex(choice => JSON.stringify(choice) === JSON.stringify(value))
      return index < 0 ? '' : String(index)
    }
    case 'json':
      return JSON.stringify(value, null, 2)
    default:
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

export function readForm(field: SchemaField, form: FormValue | undefined, at = field.pointer): FormReading {
  if (field.kind === 'object') return readObject(field, form, at)
  if (field.kind === 'list') return readList(field, form, at)
  const text = typeof form === 'string' ? form : ''
  const problem = (message: string): FormReading => ({ value: undefined, issues: [{ pointer: at, message }] })
  // Spaces alone are a text where a text is asked for.
  if (field.kind === 'text' ? text === '' : text.trim() === '') {
    if (!field.isRequired) return { value: undefined, issues: [] }
    if (field.kind === 'text' && Number(field.schema.minLength ?? 0) === 0 && field.schema.format === undefined) {
      return { value: '', issues: [] }
    }
    return problem('Fill this in.')
  }
  switch (field.kind) {
    case 'choice':
      return { value: field.choices[Number(text)] ?? null, issues: [] }
    case 'boolean':
      return { value: text === 'true', issues: [] }
    case 'json':
      return readJson(text, problem)
    case 'text':
      return checked(text, textProblem(text, field.schema), problem)
    default: {
      const number = Number(text)
      if (!Number.isFinite(number)) return problem('Write a number, such as 2.5.')
      if (field.kind === 'integer' && !Number.isInteger(number)) return problem('Write a whole number.')
      return checked(number, numberProblem(number, field.schema), problem)
    }
  }
}

function checked(value: Json, message: string | undefined, problem: (message: string) => FormReading): FormReading {
  return message === undefined ? { value, issues: [] } : problem(message)
}

function readObject(field: SchemaField & { kind: 'object' }, form: FormValue | undefined, at: string): FormReading {
  const values = typeof form === 'object' && !Array.isArray(form) ? (form as Record<string, FormValue>) : {}
  const read = field.fields.map(one => {
    const own = Object.hasOwn(values, one.name) ? values[one.name] : undefined
    return { one, reading: readForm(one, own, `${at}${one.pointer.slice(field.pointer.length)}`) }
  })
  const members = read.flatMap(({ one, reading }): [string, Json][] =>
    reading.value === undefined ? [] : [[one.name, reading.value]],
  )
  // An optional object in which nothing was filled in is not sent, and need not be complete.
  const isTouched = members.some(([, value]) => !(isObject(value) && Object.keys(value).length === 0))
  if (!field.isRequired && !isTouched) return { value: undefined, issues: [] }
  return { value: Object.fromEntries(members), issues: read.flatMap(({ reading }) => reading.issues) }
}

function readList(field: SchemaField & { kind: 'list' }, form: FormValue | undefined, at: string): FormReading {
  const items = Array.isArray(form) ? (form as readonly FormValue[]) : []
  const read = items.map((item, index) => readForm(field.item, item, `${at}/${index}`))
  const { minItems, maxItems } = field.schema
  const issues = read.flatMap(reading => reading.issues)
  if (items.length === 0 && !field.isRequired) return { value: undefined, issues: [] }
  if (typeof minItems === 'number' && items.length < minItems) {
    issues.push({ pointer: at, message: `Give at least ${minItems}.` })
  }
  if (typeof maxItems === 'number' && items.length > maxItems) {
    issues.push({ pointer: at, message: `Give at most ${maxItems}.` })
  }
  return { value: read.map(({ value }) => value ?? null), issues }
}

function readJson(text: string, problem: (message: string) => FormReading): FormReading {
  try {
    return { value: JSON.parse(text) as Json, issues: [] }
  } catch {
    return problem('This is not JSON. Texts have double quotes.')
  }
}

function numberProblem(value: number, schema: JsonObject): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof minimum === 'number' && value < minimum) return `At least ${minimum}.`
  if (typeof maximum === 'number' && value > maximum) return `At most ${maximum}.`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return `More than ${exclusiveMinimum}.`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return `Less than ${exclusiveMaximum}.`
  return undefined
}

const formats: Readonly<Record<string, { readonly pattern: RegExp; readonly example: string }>> = {
  date: { pattern: /^\d{4}-\d\d-\d\d$/, example: '2026-01-31' },
  'date-time': { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/i, example: '2026-01-31T12:00:00Z' },
  email: { pattern: /^[^@\s]+@[^@\s]+$/, example: 'ada@example.com' },
  uri: { pattern: /^[a-z][a-z0-9+.-]*:\S+$/i, example: 'https://example.com/' },
  uuid: { pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, example: '123e4567-e89b-12d3-a456-426614174000' },
}

/** Patterns are left to the server: an expression of somebody else may take for ever. */
function textProblem(text: string, { minLength, maxLength, format }: JsonObject): string | undefined {
  const length = [...text].length
  if (typeof minLength === 'number' && length < minLength) return `At least ${minLength} characters.`
  if (typeof maxLength === 'number' && length > maxLength) return `At most ${maxLength} characters.`
  const form = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined
  return form === undefined || form.pattern.test(text) ? undefined : `Expected a form such as ${form.example}.`
}

/** The form with another text at a pointer. */
export function withText(form: FormValue, pointer: string, value: FormValue): FormValue {
  const [first, ...rest] = tokensOf(pointer)
  if (first === undefined) return value
  const inner = rest.map(token => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (Array.isArray(form)) {
    const index = Number(first)
    return form.map((item: FormValue, at) => (at === index ? withText(item, inner, value) : item))
  }
  const members: Record<string, FormValue> = typeof form === 'object' ? { ...(form as object) } : {}
  const own = Object.hasOwn(members, first) ? members[first] : undefined
  return Object.fromEntries([
    ...Object.entries(members).filter(([name]) => name !== first),
    [first, withText(own ?? '', inner, value)],
  ])
}
