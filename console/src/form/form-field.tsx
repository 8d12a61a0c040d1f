/** One field of a form, by its schema. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { printable } from '../../../src/lib/printable.ts'
import { emptyForm, type FormIssue, type FormValue, membersIn, ownOf } from './read-form.ts'
import type { SchemaField } from './schema-field.ts'

interface FieldProps {
  readonly field: SchemaField
  readonly form: FormValue | undefined
  /** Where it is in the form. */
  readonly at: string
  /** Where it is in the input. */
  readonly pointer: string
  readonly issues: readonly FormIssue[]
  set(at: string, value: FormValue): void
}

export function FormField(props: FieldProps) {
  const { field } = props
  if (field.kind === 'object') return <ObjectField {...props} field={field} />
  if (field.kind === 'list') return <ListField {...props} field={field} />
  if (field.kind === 'variants') return <VariantField {...props} field={field} />
  return <PlainField {...props} field={field} />
}

type Of<Kind extends SchemaField['kind']> = Omit<FieldProps, 'field'> & { field: Extract<SchemaField, { kind: Kind }> }

function ObjectField({ field, form, at, pointer, issues, set }: Of<'object'>) {
  const values = membersIn(form)
  const fields = field.fields.map(one => {
    const below = one.pointer.slice(field.pointer.length)
    const own = ownOf(values, one.name)
    const place = { at: `${at}${below}`, pointer: `${pointer}${below}` }
    return <FormField key={one.name} field={one} form={own} {...place} issues={issues} set={set} />
  })
  if (at === '') return <div class="fields">{fields}</div>
  return (
    <Group field={field} pointer={pointer} issues={issues}>
      <div class="fields">{fields}</div>
    </Group>
  )
}

function ListField({ field, form, at, pointer, issues, set }: Of<'list'>) {
  const items = Array.isArray(form) ? (form as readonly FormValue[]) : []
  const without = (index: number): readonly FormValue[] => items.filter((_, other) => other !== index)
  return (
    <Group field={field} pointer={pointer} issues={issues}>
      {items.map((item, index) => (
        <div key={index} class="list-item">
          <FormField
            field={{ ...field.item, label: `${field.label} ${index + 1}` }}
            form={item}
            at={`${at}/${index}`}
            pointer={`${pointer}/${index}`}
            issues={issues}
            set={set}
          />
          <button type="button" class="quiet" onClick={() => set(at, without(index))}>
            Remove<span class="hidden"> {`${field.label} ${index + 1}`}</span>
          </button>
        </div>
      ))}
      <button type="button" onClick={() => set(at, [...items, emptyForm(field.item)])}>
        Add<span class="hidden"> to {field.label}</span>
      </button>
    </Group>
  )
}

/** One of several: which, then its own fields. What was typed into the others stays. */
function VariantField({ field, form, at, pointer, issues, set }: Of<'variants'>) {
  const id = useId()
  const values = membersIn(form)
  const given = ownOf(values, 'choice')
  const choice = typeof given === 'string' ? given : ''
  const taken = choice === '' ? undefined : field.variants[Number(choice)]?.field
  const choose = (next: string): void => {
    const begun = ownOf(values, next)
    const chosen = field.variants[Number(next)]?.field
    const isNew = next !== '' && begun === undefined && chosen !== undefined
    set(at, { ...values, choice: next, ...(isNew ? { [next]: emptyForm(chosen) } : undefined) })
  }
  return (
    <Group field={field} pointer={pointer} issues={taken === undefined ? issues : []}>
      <label class="field" for={id}>
        <span class="hidden">{field.label}: which</span>
        <select id={id} value={choice} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{field.isRequired ? 'Choose' : 'Not sent'}</option>
          {field.variants.map(({ index, field: one }, place) => (
            <option key={index} value={String(place)}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      {taken !== undefined && (
        <FormField
          field={taken}
          form={ownOf(values, choice)}
          at={`${at}/${choice}`}
          pointer={pointer}
          issues={issues}
          set={set}
        />
      )}
    </Group>
  )
}

interface GroupProps {
  readonly field: SchemaField
  readonly pointer: string
  readonly issues: readonly FormIssue[]
  readonly children: ComponentChildren
}

function Group({ field: { label, isRequired, description }, pointer, issues, children }: GroupProps) {
  return (
    <fieldset class="group">
      <legend>
        {label} {!isRequired && <span class="soft">optional</span>}
      </legend>
      {description !== undefined && <p class="soft small">{description}</p>}
      <Problems list={issues.filter(issue => issue.pointer === pointer)} />
      {children}
    </fieldset>
  )
}

function Problems({ list, id }: { list: readonly FormIssue[]; id?: string }) {
  if (list.length === 0) return null
  return (
    <p class="field-problem" id={id}>
      {list.map(({ message }) => message).join(' ')}
    </p>
  )
}

function PlainField({
  field,
  form,
  at,
  pointer,
  issues,
  set,
}: Of<'text' | 'number' | 'integer' | 'boolean' | 'json' | 'choice'>) {
  const id = useId()
  const { label, description, isRequired } = field
  const isBelow = (issue: FormIssue): boolean => field.kind === 'json' && issue.pointer.startsWith(`${pointer}/`)
  const own = issues.filter(issue => issue.pointer === pointer || isBelow(issue))
  const isWrong = own.length > 0
  const about = [...(description === undefined ? [] : [`${id}-about`]), ...(isWrong ? [`${id}-problem`] : [])].join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label === '' ? 'Value' : label}{' '}
        {isRequired ? <span class="soft">required</span> : <span class="soft">optional</span>}
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
      <Problems list={own} id={`${id}-problem`} />
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
            printable(typeof choice === 'string' ? choice : JSON.stringify(choice)),
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
