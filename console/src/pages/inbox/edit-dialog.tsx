/** Other arguments in place of those that were asked for: in a form or as JSON, checked here and by the server. */
import { useState } from 'preact/hooks'
import { isObject, type JsonObject } from '../../../../src/lib/json-value.ts'
import { ApiError } from '../../api.ts'
import { SchemaForm } from '../../form/schema-form.tsx'
import { useSchemaForm } from '../../form/use-schema-form.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Diff } from '../../parts/diff.tsx'
import { toast } from '../../parts/toasts.tsx'
import { type ApprovalReview, decide, shortAction } from './data.ts'

interface EditDialogProps {
  readonly approval: ApprovalReview
  close(): void
  decided(): void
}

export function EditDialog({ approval, close, decided }: EditDialogProps) {
  // News of the approval must not take away what was typed.
  const [before] = useState<JsonObject>(() => (isObject(approval.input) ? approval.input : {}))
  const [schema] = useState<JsonObject>(() => approval.schema ?? {})
  const form = useSchemaForm(schema, before)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const current = form.read()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    try {
      const { value, issues } = await form.check()
      if (issues.length > 0) setProblem('Fix this first.')
      else if (!isObject(value)) setProblem('Expected a JSON object.')
      else {
        await decide(approval.id, 'edit', { note: note.trim(), input: value })
        toast(`Approved with other arguments: ${shortAction(approval)}`)
        return decided()
      }
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'This did not work.')
      // The server names places in its request: `/input/amount`.
      const issues = error instanceof ApiError ? error.issues : []
      form.setIssues(issues.map(issue => ({ ...issue, pointer: issue.pointer.replace(/^\/input/, '') })))
    }
    setSending(false)
  }
  return (
    <Dialog title="Approve with other arguments" close={close}>
      <form class="stack" onSubmit={event => void submit(event)} noValidate>
        <SchemaForm state={form} name="Arguments" />
        {current.value !== undefined && current.issues.length === 0 && (
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
          <p class="problem" role="alert">
            {problem}
          </p>
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
