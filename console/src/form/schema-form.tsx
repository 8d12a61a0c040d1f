/** The form of an input, with JSON as the way out. */
import './form.css'
import { useId } from 'preact/hooks'
import { FormField } from './form-field.tsx'
import type { FormIssue } from './read-form.ts'
import type { SchemaField } from './schema-field.ts'
import type { SchemaFormState } from './use-schema-form.ts'

interface SchemaFormProps {
  readonly state: SchemaFormState
  /** What the JSON is called: `Arguments`. */
  readonly name: string
  /** Default: true. */
  readonly withJson?: boolean
}

export function SchemaForm({ state, name, withJson = true }: SchemaFormProps) {
  const { field, mode, form, json, onlyJson, issues, set, write, change } = state
  const id = useId()
  const general = mode === 'json' ? issues : issues.filter(({ pointer }) => !hasField(field, pointer))
  return (
    <div class="fields">
      {withJson && (
        <fieldset class="choice small">
          <legend class="hidden">How to edit</legend>
          <label>
            <input
              type="radio"
              name={id}
              checked={mode === 'form'}
              disabled={onlyJson !== undefined}
              onChange={() => change('form')}
            />
            Form
          </label>
          <label>
            <input type="radio" name={id} checked={mode === 'json'} onChange={() => change('json')} />
            JSON
          </label>
          {onlyJson !== undefined && <span class="soft">{onlyJson}</span>}
        </fieldset>
      )}
      {mode === 'form' ? (
        <FormField field={field} form={form} at="" pointer="" issues={issues} set={set} />
      ) : (
        <label class="field">
          {name}
          <textarea
            class="code"
            spellcheck={false}
            value={json}
            aria-invalid={issues.length > 0 ? 'true' : undefined}
            onInput={({ currentTarget }) => write(currentTarget.value)}
          />
        </label>
      )}
      <Problems issues={general} />
    </div>
  )
}

/** What has no field of its own to stand at. */
function Problems({ issues }: { issues: readonly FormIssue[] }) {
  if (issues.length === 0) return null
  return (
    <ul class="problem plain-list" role="alert">
      {issues.map(({ pointer, message }, index) => (
        <li key={index}>
          {pointer !== '' && <code>{pointer}</code>} {message}
        </li>
      ))}
    </ul>
  )
}

/** Whether a field shows the problems at a pointer. */
function hasField(field: SchemaField, pointer: string): boolean {
  switch (field.kind) {
    case 'object':
      return (pointer === field.pointer && pointer !== '') || field.fields.some(one => hasField(one, pointer))
    case 'list': {
      const [index, ...rest] = pointer.slice(field.pointer.length + 1).split('/')
      if (pointer === field.pointer) return true
      if (!pointer.startsWith(`${field.pointer}/`) || !/^\d+$/.test(index ?? '')) return false
      return hasField(field.item, [field.item.pointer, ...rest].join('/'))
    }
    case 'variants':
      return pointer === field.pointer || field.variants.some(({ field: one }) => hasField(one, pointer))
    case 'json':
      return pointer === field.pointer || pointer.startsWith(`${field.pointer}/`)
    default:
      return pointer === field.pointer
  }
}
