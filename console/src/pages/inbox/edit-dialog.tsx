/** Other arguments in place of those that were asked for: in a form or as JSON, checked by the server. */
import { useMemo, useState } from 'preact/hooks'
import { ApiError, type ApiIssue } from '../../api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Diff } from '../../parts/diff.tsx'
import { membersOf, readForm, SchemaForm, textsOf } from '../../parts/schema-form.tsx'
import { toast } from '../../parts/toasts.tsx'
import { type ApprovalReview, decide } from './data.ts'

interface EditDialogProps {
  readonly approval: ApprovalReview
  close(): void
  decided(): void
}

interface Problem {
  readonly message: string
  readonly issues: readonly ApiIssue[]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function EditDialog({ approval, close, decided }: EditDialogProps) {
  const before = useMemo(() => (isRecord(approval.input) ? approval.input : {}), [approval.id])
  const members = useMemo(() => membersOf(approval.schema, before), [before])
  const [mode, setMode] = useState<'form' | 'json'>(members.length > 0 ? 'form' : 'json')
  const [texts, setTexts] = useState(() => textsOf(members, before))
  const [json, setJson] = useState(() => JSON.stringify(before, undefined, 2))
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [isSending, setSending] = useState(false)

  const read = (): { value: Record<string, unknown> } | { issues: ApiIssue[] } =>
    mode === 'form' ? readForm(members, texts, before) : readJson(json)
  const current = read()
  const change = (to: 'form' | 'json'): void => {
    if ('issues' in current) {
      setProblem({ message: 'Fix this first.', issues: current.issues })
      return
    }
    setProblem(undefined)
    if (to === 'json') setJson(JSON.stringify(current.value, undefined, 2))
    else setTexts(textsOf(members, current.value))
    setMode(to)
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if ('issues' in current) return setProblem({ message: 'Fix this first.', issues: current.issues })
    setSending(true)
    try {
      await decide(approval.id, 'edit', { note: note.trim(), input: current.value })
      toast('Approved with other arguments.')
      decided()
    } catch (error) {
      setProblem(problemOf(error))
      setSending(false)
    }
  }
  const issues = problem?.issues ?? []
  const shown =
    mode === 'form' ? issues.filter(({ pointer }) => !members.some(([name]) => covers(name, pointer))) : issues
  return (
    <Dialog title="Approve with other arguments" close={close}>
      <form class="stack" onSubmit={event => void submit(event)} noValidate>
        <fieldset class="choice">
          <legend class="hidden">How to edit</legend>
          <label>
            <input type="radio" name="mode" checked={mode === 'form'} onChange={() => change('form')} />
            Form
          </label>
          <label>
            <input type="radio" name="mode" checked={mode === 'json'} onChange={() => change('json')} />
            JSON
          </label>
        </fieldset>
        {mode === 'form' ? (
          <SchemaForm
            members={members}
            required={approval.schema?.required ?? []}
            texts={texts}
            before={before}
            issues={issues}
            change={(name, text) => setTexts(known => ({ ...known, [name]: text }))}
          />
        ) : (
          <label class="field">
            Arguments
            <textarea
              class="code"
              spellcheck={false}
              value={json}
              onInput={({ currentTarget }) => setJson(currentTarget.value)}
            />
          </label>
        )}
        {'value' in current && (
          <div class="field">
            Changes
            <Diff before={before} after={current.value} />
          </div>
        )}
        <label class="field">
          Note (optional)
          <input value={note} maxLength={2000} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
        </label>
        {problem !== undefined && (
          <div class="problem" role="alert">
            {problem.message}
            {shown.map(({ pointer, message }) => (
              <p key={pointer}>
                <code>{pointer || 'arguments'}</code> {message}
              </p>
            ))}
          </div>
        )}
        <div class="dialog-end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="main" disabled={isSending}>
            Approve with changes
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function covers(name: string, pointer: string): boolean {
  return pointer === `/${name}` || pointer.startsWith(`/${name}/`)
}

function readJson(text: string): { value: Record<string, unknown> } | { issues: ApiIssue[] } {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { value } : { issues: [{ pointer: '', message: 'Expected a JSON object.' }] }
  } catch {
    return { issues: [{ pointer: '', message: 'This is not JSON.' }] }
  }
}

/** The server names places in its request: `/input/amount`. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { message: 'This did not work.', issues: [] }
  const issues = error.issues.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/input/, ''), message }))
  return { message: error.message, issues }
}
