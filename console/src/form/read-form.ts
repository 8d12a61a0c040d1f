/** What a reader has typed, as an input. Whether the input fits its schema is checked by `check-input.ts`. */
import { equalJson, isObject, type Json } from '../../../src/lib/json-value.ts'
import { tokensOf } from '../../../src/lib/pointer.ts'
import type { SchemaField } from './schema-field.ts'

/**
 * Texts as they are in the fields, by the shape of the form. An empty text is a member that is not sent. Alternatives
 * are an object with `choice` and the form of each, by its place.
 */
export type FormValue = string | readonly FormValue[] | { readonly [name: string]: FormValue }

export interface FormIssue {
  readonly pointer: string
  readonly message: string
}

export interface FormReading {
  /** Undefined: not sent. */
  readonly value: Json | undefined
  /** What is no value of its kind. */
  readonly issues: readonly FormIssue[]
  /** Which alternative was taken, by pointer. */
  readonly variants: Readonly<Record<string, number>>
}

const nothing: FormReading = { value: undefined, issues: [], variants: {} }

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
  if (field.kind === 'variants') return { choice: '' }
  return field.kind === 'choice' && field.isRequired && field.choices.length === 1 ? '0' : ''
}

/** A value that is known, as the form shows it: what is not in it is empty. */
export function formOf(field: SchemaField, value: Json | undefined): FormValue {
  switch (field.kind) {
    case 'object':
      return Object.fromEntries(field.fields.map(one => [one.name, formOf(one, memberOf(value, one.name))]))
    case 'list':
      return Array.isArray(value) ? value.map(item => formOf(field.item, item)) : []
    case 'variants': {
      const found = field.variants.findIndex(
        ({ field: one }) => value !== undefined && equalJson(readForm(one, formOf(one, value)).value ?? null, value),
      )
      const own = field.variants[found]?.field
      return own === undefined ? { choice: '' } : { choice: String(found), [String(found)]: formOf(own, value) }
    }
    case 'choice': {
      const index = field.choices.findIndex(choice => value !== undefined && equalJson(choice, value))
      return index < 0 ? '' : String(index)
    }
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2)
    default:
      if (value === undefined) return ''
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function readForm(field: SchemaField, form: FormValue | undefined, at = field.pointer): FormReading {
  if (field.kind === 'object') return readObject(field, form, at)
  if (field.kind === 'list') return readList(field, form, at)
  if (field.kind === 'variants') return readVariant(field, form, at)
  const text = typeof form === 'string' ? form : ''
  const problem = (message: string): FormReading => ({ ...nothing, issues: [{ pointer: at, message }] })
  const read = (value: Json): FormReading => ({ ...nothing, value })
  // Spaces alone are a text where a text is asked for.
  if (field.kind === 'text' ? text === '' : text.trim() === '') {
    if (!field.isRequired) return nothing
    const isAllowed = field.kind === 'text' && Number(field.schema.minLength ?? 0) === 0
    return isAllowed && field.schema.format === undefined ? read('') : problem('Fill this in.')
  }
  switch (field.kind) {
    case 'choice':
      return read(field.choices[Number(text)] ?? null)
    case 'boolean':
      return read(text === 'true')
    case 'json':
      return readJson(text, at)
    case 'text':
      return read(text)
    default: {
      const number = Number(text)
      return Number.isFinite(number) ? read(number) : problem('Write a number, such as 2.5.')
    }
  }
}

function readObject(field: SchemaField & { kind: 'object' }, form: FormValue | undefined, at: string): FormReading {
  const values = membersIn(form)
  const read = field.fields.map(one => ({
    one,
    reading: readForm(one, ownOf(values, one.name), `${at}${one.pointer.slice(field.pointer.length)}`),
  }))
  const members = read.flatMap(({ one, reading }): [string, Json][] =>
    reading.value === undefined ? [] : [[one.name, reading.value]],
  )
  // An optional object in which nothing was filled in is not sent, and need not be complete.
  if (!field.isRequired && !isFilled(field, form)) return nothing
  return { value: Object.fromEntries(members), ...allOf(read.map(({ reading }) => reading)) }
}

/** Whether a reader has typed or chosen something, or a default has. */
function isFilled(field: SchemaField, form: FormValue | undefined): boolean {
  switch (field.kind) {
    case 'object':
      return field.fields.some(one => isFilled(one, ownOf(membersIn(form), one.name)))
    case 'list':
      return Array.isArray(form) && form.length > 0
    case 'variants':
      return (ownOf(membersIn(form), 'choice') ?? '') !== ''
    case 'choice':
      // The one that there is was chosen for the reader.
      return form !== undefined && form !== '' && !(field.isRequired && field.choices.length === 1)
    default:
      return form !== undefined && form !== ''
  }
}

function readList(field: SchemaField & { kind: 'list' }, form: FormValue | undefined, at: string): FormReading {
  const items = Array.isArray(form) ? (form as readonly FormValue[]) : []
  if (items.length === 0 && !field.isRequired) return nothing
  const read = items.map((item, index) => readForm(field.item, item, `${at}/${index}`))
  return { value: read.map(({ value }) => value ?? null), ...allOf(read) }
}

function readVariant(field: SchemaField & { kind: 'variants' }, form: FormValue | undefined, at: string): FormReading {
  const values = membersIn(form)
  const choice = ownOf(values, 'choice')
  const variant = typeof choice === 'string' && choice !== '' ? field.variants[Number(choice)] : undefined
  if (variant === undefined) {
    return field.isRequired ? { ...nothing, issues: [{ pointer: at, message: 'Choose one.' }] } : nothing
  }
  const reading = readForm(variant.field, ownOf(values, String(choice)), at)
  return { ...reading, variants: { ...reading.variants, [at]: variant.index } }
}

function allOf(readings: readonly FormReading[]): Pick<FormReading, 'issues' | 'variants'> {
  return {
    issues: readings.flatMap(({ issues }) => issues),
    variants: Object.assign({}, ...readings.map(({ variants }) => variants)),
  }
}

export function membersIn(form: FormValue | undefined): Readonly<Record<string, FormValue>> {
  return typeof form === 'object' && !Array.isArray(form) ? (form as Record<string, FormValue>) : {}
}

export function ownOf(values: Readonly<Record<string, FormValue>>, name: string): FormValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

export function readJson(text: string, pointer: string): FormReading {
  try {
    return { ...nothing, value: JSON.parse(text) as Json }
  } catch {
    return { ...nothing, issues: [{ pointer, message: 'This is not JSON. Texts have double quotes.' }] }
  }
}

/** The form with another text at a place. */
export function withText(form: FormValue, place: string, value: FormValue): FormValue {
  const [first, ...rest] = tokensOf(place)
  if (first === undefined) return value
  const inner = rest.map(token => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (Array.isArray(form)) {
    const index = Number(first)
    return form.map((item: FormValue, at) => (at === index ? withText(item, inner, value) : item))
  }
  const members = membersIn(form)
  return Object.fromEntries([
    ...Object.entries(members).filter(([name]) => name !== first),
    [first, withText(ownOf(members, first) ?? '', inner, value)],
  ])
}
