/** A form from a schema: in fields, or as JSON. */
import { useMemo, useState } from 'preact/hooks'
import { equalJson, isObject, type Json, type JsonObject } from '../../../src/lib/json-value.ts'
import { checkInput } from './check-input.ts'
import {
  emptyForm,
  type FormIssue,
  type FormReading,
  type FormValue,
  formOf,
  readForm,
  readJson,
  withText,
} from './read-form.ts'
import { inputField, type SchemaField, withMembersOf } from './schema-field.ts'

export interface SchemaFormState {
  readonly field: SchemaField
  readonly mode: 'form' | 'json'
  readonly form: FormValue
  readonly json: string
  /** Why there are no fields to fill in; undefined where there are. */
  readonly onlyJson: string | undefined
  /** Of the last check, and of the server. */
  readonly issues: readonly FormIssue[]
  set(place: string, value: FormValue): void
  write(json: string): void
  change(mode: 'form' | 'json'): void
  /** What was typed so far. */
  read(): FormReading
  /** The same, checked by the schema, with what is wrong marked in the form. */
  check(): Promise<FormReading>
  setIssues(issues: readonly FormIssue[]): void
}

/** `initial`: the input that is changed. Default: the defaults of the schema. */
export function useSchemaForm(given: JsonObject, initial?: Json): SchemaFormState {
  const schema = useMemo(() => (isObject(initial) ? withMembersOf(given, initial) : given), [given, initial])
  const field = useMemo(() => inputField(schema), [schema])
  const begin = useMemo(() => (initial === undefined ? emptyForm(field) : formOf(field, initial)), [field])
  const [form, setForm] = useState<FormValue>(begin)
  const onlyJson = useMemo(() => {
    if (field.kind === 'json') return 'This schema has no simple fields.'
    // Nothing of an input may get lost on its way through the fields.
    const isWhole = initial === undefined || equalJson(readForm(field, begin).value ?? null, initial)
    return isWhole ? undefined : 'Some of this input has no field.'
  }, [field])
  const [mode, setMode] = useState<'form' | 'json'>(onlyJson === undefined ? 'form' : 'json')
  const [json, setJson] = useState(() => textOf(initial ?? readForm(field, begin).value))
  const [issues, setIssues] = useState<readonly FormIssue[]>([])

  const read = (): FormReading => (mode === 'form' ? readForm(field, form) : readJson(json, ''))
  return {
    field,
    mode,
    form,
    json,
    onlyJson,
    issues,
    set: (place, value) => setForm(known => withText(known, place, value)),
    write: setJson,
    change(to) {
      if (to === mode) return
      const { value, issues: found } = read()
      const next = value === undefined ? undefined : formOf(field, value)
      if (to === 'json') setJson(textOf(value))
      else if (found.length > 0) return setIssues(found)
      else if (value === undefined || next === undefined || !equalJson(readForm(field, next).value ?? null, value)) {
        return setIssues([{ pointer: '', message: 'Some of this has no field: it stays JSON.' }])
      } else setForm(next)
      setIssues([])
      setMode(to)
    },
    read,
    async check() {
      const reading = read()
      const { value = {}, variants, issues: typed } = reading
      const isReadable = mode === 'form' || typed.length === 0
      const found = isReadable ? await checkInput({ schema, value, variants }) : []
      const isNew = ({ pointer }: FormIssue): boolean => !typed.some(known => known.pointer === pointer)
      const all = [...typed, ...found.filter(isNew)]
      setIssues(all)
      return { ...reading, issues: all }
    },
    setIssues,
  }
}

function textOf(value: Json | undefined): string {
  return JSON.stringify(value ?? {}, undefined, 2)
}
