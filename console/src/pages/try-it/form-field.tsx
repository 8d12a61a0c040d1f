/** One field of a form, by its schema. */
import { useId } from 'preact/hooks'
import { emptyForm, type FormIssue, type FormValue } from './read-form.ts'
import type { SchemaField } from './schema-field.ts'

interface FieldProps {
  readonly field: SchemaField
  readonly form: FormValue | undefined
  /** Where it is in the form. */
  readonly at: string
  readonly issues: readonly FormIssue[]
  set(at: string, value: FormValue): void
}

export function FormField(props: FieldProps) {
  const { field } = props
  if (field.kind === 'object') return <ObjectField {...props} field={field} />
  if (field.kind === 'list') return <ListField {...props} field={field} />
  return <PlainField {...props} field={field} />
}

type Of<Kind extends SchemaField['kind']> = Omit<FieldProps, 'field'> & { field: Extract<SchemaField, { kind: Kind }> }

export function ObjectField({ field, form, at, issues, set }: Of<'object'>) {
  const values = typeof form === 'object' && !Array.isArray(form) ? (form as Record<string, FormValue>) : {}
  const fields = field.fields.map(one => {
    const own = Object.hasOwn(values, one.name) ? values[one.name] : undefined
    const place = `${at}${one.pointer.slice(field.pointer.length)}`
    return <FormField key={one.name} field={one} form={own} at={place} issues={issues} set={set} />
  })
  if (at === '') return <div class="fields">{fields}</div>
  return (
    <fieldset class="group">
      <legend>
        {field.label} {!field.isRequired && <span class="soft">optional</span>}
      </legend>
      {field.description !== undefined && <p class="soft small">{field.description}</p>}
      <Problems at={at} issues={issues} />
      <div class="fields">{fields}</div>
    </fieldset>
  )
}

function ListField({ field, form, at, issues, set }: Of<'list'>) {
  const items = Array.isArray(form) ? (form as readonly FormValue[]) : []
  return (
    <fieldset class="group">
      <legend>
        {field.label} {!field.isRequired && <span class="soft">optional</span>}
      </legend>
      {field.description !== undefined && <p class="soft small">{field.description}</p>}
      <Problems at={at} issues={issues} />
      {items.map((item, index) => (
        <div key={index} class="list-item">
          <FormField
            field={{ ...field.item, label: `${field.label} ${index + 1}` }}
            form={item}
            at={`${at}/${index}`}
            issues={issues}
            set={set}
          />
          <button
            type="button"
            class="quiet"
            onClick={() =>
              set(
                at,
                items.filter((_, other) => other !== index),
              )
            }
          >
            Remove<span class="hidden"> {`${field.label} ${index + 1}`}</span>
          </button>
        </div>
      ))}
      <button type="button" onClick={() => set(at, [...items, emptyForm(field.item)])}>
        Add<span class="hidden"> to {field.label}</span>
      </button>
    </fieldset>
  )
}

function Problems({ at, issues, id }: { at: string; issues: readonly FormIssue[]; id?: string }) {
  const own = issues.filter(({ pointer }) => pointer === at)
  if (own.length === 0) return null
  return (
    <p class="field-problem" id={id}>
      {own.map(({ message }) => message).join(' ')}
    </p>
  )
}

function PlainField({
  field,
  form,
  at,
  issues,
  set,
}: Of<'text' | 'number' | 'integer' | 'boolean' | 'json' | 'choice'>) {
  const id = useId()
  const { label, description, isRequired } = field
  const isWrong = issues.some(({ pointer }) => pointer === at)
  const about = [...(description === undefined ? [] : [`${id}-about`]), ...(isWrong ? [`${id}-problem`] : [])].join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label} {isRequired ? <span class="soft">required</span> : <span class="soft">optional</span>}
      </label>
      <Control
        field={field}
        value={typeof form === 'string' ? form : ''}
        change={value => set(at, value)}
        attributes={{
          id,
          ...(about === '' ? undefined : { 'aria-describedby': about }),
          ...(isWrong ? { 'aria-invalid': 'true' as const } : undefined),
          ...(isRequired ? { 'aria-required': 'true' as const } : undefined),
        }}
      />
      {description !== undefined && (
        <p class="soft small" id={`${id}-about`}>
          {description}
        </p>
      )}
      <Problems at={at} issues={issues} id={`${id}-problem`} />
    </div>
  )
}

interface ControlProps {
  readonly field: Of<'text' | 'number' | 'integer' | 'boolean' | 'json' | 'choice'>['field']
  readonly value: string
  change(value: string): void
  readonly attributes: Readonly<Record<string, string>>
}

function Control({ field, value, change, attributes }: ControlProps) {
  if (field.kind === 'choice' || field.kind === 'boolean') {
    const choices =
      field.kind === 'choice'
        ? field.choices.map((choice, index) => [
            String(index),
            typeof choice === 'string' ? choice : JSON.stringify(choice),
          ])
        : [
            ['true', 'yes'],
            ['false', 'no'],
          ]
    return (
      <select {...attributes} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">{field.isRequired ? 'Choose' : 'Not sent'}</option>
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  const isLong = field.kind === 'json' || Number(field.schema.maxLength ?? 0) > 500
  if (isLong) {
    return (
      <textarea
        {...attributes}
        class={field.kind === 'json' ? 'code small-code' : undefined}
        spellcheck={field.kind !== 'json'}
        value={value}
        placeholder={field.kind === 'json' ? 'JSON, such as {"name": "Ada"} or "text"' : undefined}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  }
  return (
    <input
      {...attributes}
      type="text"
      inputMode={field.kind === 'text' ? undefined : 'decimal'}
      autocomplete="off"
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
