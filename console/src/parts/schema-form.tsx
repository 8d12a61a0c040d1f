/** A form from a JSON Schema: a field for each member. What has no simple field is edited as JSON. */
import { useId } from 'preact/hooks'
import type { ApiIssue } from '../api.ts'

export interface Schema {
  readonly type?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly format?: unknown
  readonly maxLength?: unknown
}

/** The text of each field. JSON of members that have no simple field. */
export type FormTexts = Readonly<Record<string, string>>

type FieldKind = 'text' | 'long' | 'number' | 'boolean' | 'choice' | 'json'

function kindOf(schema: Schema, value: unknown): FieldKind {
  if (Array.isArray(schema.enum) && schema.enum.every(one => typeof one === 'string')) return 'choice'
  const type = schema.type ?? (value === undefined ? undefined : typeof value)
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (type !== 'string') return 'json'
  const isLong = (typeof value === 'string' && value.length > 80) || Number(schema.maxLength ?? 0) > 300
  return isLong ? 'long' : 'text'
}

/** The members that a form shows: those of the schema, and those that are there. */
export function membersOf(schema: Schema | undefined, value: Readonly<Record<string, unknown>>): [string, Schema][] {
  const known = schema?.properties ?? {}
  const others = Object.keys(value).filter(name => !Object.hasOwn(known, name))
  return [...Object.entries(known), ...others.map((name): [string, Schema] => [name, {}])]
}

export function textsOf(members: readonly [string, Schema][], value: Readonly<Record<string, unknown>>): FormTexts {
  return Object.fromEntries(
    members.map(([name, schema]) => {
      const member = Object.hasOwn(value, name) ? value[name] : undefined
      if (member === undefined) return [name, '']
      return [name, kindOf(schema, member) === 'json' ? JSON.stringify(member, undefined, 2) : String(member)]
    }),
  )
}

/** The value of a form, or what is wrong in it. An empty field is left out. */
export function readForm(
  members: readonly [string, Schema][],
  texts: FormTexts,
  before: Readonly<Record<string, unknown>>,
): { value: Record<string, unknown> } | { issues: ApiIssue[] } {
  const issues: ApiIssue[] = []
  const pairs: [string, unknown][] = []
  for (const [name, schema] of members) {
    const text = texts[name] ?? ''
    const member = Object.hasOwn(before, name) ? before[name] : undefined
    const kind = kindOf(schema, member)
    if (text === '' && !(kind === 'text' && member === '')) continue
    const read = readField(kind, text)
    if ('problem' in read) issues.push({ pointer: `/${name}`, message: read.problem })
    else pairs.push([name, read.value])
  }
  return issues.length > 0 ? { issues } : { value: Object.fromEntries(pairs) }
}

function readField(kind: FieldKind, text: string): { value: unknown } | { problem: string } {
  switch (kind) {
    case 'number': {
      const value = Number(text)
      return Number.isFinite(value) ? { value } : { problem: 'Expected a number.' }
    }
    case 'boolean':
      return { value: text === 'true' }
    case 'json':
      try {
        return { value: JSON.parse(text) }
      } catch {
        return { problem: 'This is not JSON.' }
      }
    default:
      return { value: text }
  }
}

interface SchemaFormProps {
  readonly members: readonly [string, Schema][]
  readonly required: readonly string[]
  readonly texts: FormTexts
  readonly before: Readonly<Record<string, unknown>>
  readonly issues: readonly ApiIssue[]
  change(name: string, text: string): void
}

export function SchemaForm({ members, required, texts, before, issues, change }: SchemaFormProps) {
  return (
    <div class="stack">
      {members.map(([name, schema]) => (
        <Field
          key={name}
          name={name}
          schema={schema}
          kind={kindOf(schema, before[name])}
          isRequired={required.includes(name)}
          text={texts[name] ?? ''}
          problem={issues.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))?.message}
          change={text => change(name, text)}
        />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly kind: FieldKind
  readonly isRequired: boolean
  readonly text: string
  readonly problem: string | undefined
  change(text: string): void
}

function Field({ name, schema, kind, isRequired, text, problem, change }: FieldProps) {
  const id = useId()
  const common = {
    id,
    value: text,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value),
  }
  return (
    <div class="field">
      <label for={id}>
        <span class="mono">{name}</span>
        {isRequired && <span class="soft small"> required</span>}
      </label>
      {typeof schema.description === 'string' && <span class="soft small about">{schema.description}</span>}
      {kind === 'choice' || kind === 'boolean' ? (
        <select {...common}>
          {(!isRequired || text === '') && <option value="">–</option>}
          {(kind === 'boolean' ? ['true', 'false'] : (schema.enum ?? [])).map(one => (
            <option key={String(one)} value={String(one)}>
              {String(one)}
            </option>
          ))}
        </select>
      ) : kind === 'json' || kind === 'long' ? (
        <textarea {...common} class={kind === 'json' ? 'code short' : ''} spellcheck={kind !== 'json'} />
      ) : (
        <input {...common} inputMode={kind === 'number' ? 'decimal' : 'text'} />
      )}
      {problem !== undefined && (
        <span class="field-problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  )
}
