/** Approve, reject or ask back: once more with what it is about, and a note. */
import { useId, useState } from 'preact/hooks'
import { isObject } from '../../../../src/lib/json-value.ts'
import { ApiError } from '../../api.ts'
import { Arguments } from '../../parts/arguments.tsx'
import { ClippedText, DataText } from '../../parts/data-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { toast } from '../../parts/toasts.tsx'
import { type ApprovalReview, type Decision, decide, shortAction } from './data.ts'

interface DecideDialogProps {
  readonly approval: ApprovalReview
  readonly decision: Exclude<Decision, 'edit'>
  close(): void
  decided(): void
}

const texts = {
  approve: { title: 'Approve this?', button: 'Approve', label: 'Note (optional)', done: 'Approved' },
  reject: { title: 'Reject this?', button: 'Reject', label: 'Note to the requester (optional)', done: 'Rejected' },
  ask: { title: 'Ask back', button: 'Send the question', label: 'Your question', done: 'Asked back' },
} as const

export function DecideDialog({ approval, decision, close, decided }: DecideDialogProps) {
  const { title, button, label, done } = texts[decision]
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const id = useId()
  const isQuestion = decision === 'ask'
  const count = isObject(approval.input) ? Object.keys(approval.input).length : 1
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    try {
      await decide(approval.id, decision, { note: note.trim() })
      toast(`${done}: ${shortAction(approval)}`)
      decided()
    } catch (problem) {
      setError(problem instanceof ApiError ? problem.message : 'This did not work.')
      setSending(false)
    }
  }
  return (
    <Dialog title={title} close={close}>
      <form class="stack" onSubmit={event => void submit(event)}>
        <p class="strong">
          <ClippedText text={approval.action} most={160} />
        </p>
        {decision === 'approve' && (
          <div class="field">
            <span>
              What would run: <DataText text={approval.title} />, with {count} {count === 1 ? 'argument' : 'arguments'}
            </span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached with the keyboard */}
            <section class="dialog-arguments" tabIndex={0} aria-label="Arguments">
              <Arguments value={approval.input} label="Arguments" />
            </section>
          </div>
        )}
        <label class="field" for={id}>
          {label}
        </label>
        <textarea
          id={id}
          maxLength={2000}
          required={isQuestion}
          autofocus={isQuestion}
          value={note}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {error !== undefined && (
          <p class="problem" role="alert">
            {error}
          </p>
        )}
        <div class="dialog-end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            class={decision === 'reject' ? 'main danger' : 'main'}
            disabled={isSending}
            autofocus={!isQuestion}
          >
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
