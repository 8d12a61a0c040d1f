/** What a paused call waits for, answered in place. */
import { useState } from 'preact/hooks'
import type { Answers, Need } from '../../../../src/client/index.ts'
import { approveName, replyName } from '../../../../src/outcome/answer-to.ts'
import { SafeLink } from '../../parts/safe-link.tsx'
import { FormField } from './form-field.tsx'
import { emptyForm, type FormIssue, type FormValue, readForm, withText } from './read-form.ts'
import { inputField, type SchemaField } from './schema-field.ts'

interface NeedFormProps {
  readonly needs: readonly Need[]
  readonly message: string | undefined
  readonly isRunning: boolean
  answer(answers: Answers): void
  /** Declines a question in the middle of a call. */
  decline?(): void
  /** Goes on after the approvals were given. */
  redeem?(): void
  /** Approves as the reader, then goes on. */
  approve?(need: Need & { kind: 'approval' }): void
}

export function NeedForm({ needs, message, isRunning, answer, decline, redeem, approve }: NeedFormProps) {
  const fields = needs.flatMap(need => answerField(need))
  const form: SchemaField = {
    kind: 'object',
    name: '',
    pointer: '',
    label: '',
    description: undefined,
    isRequired: true,
    schema: {},
    fields,
  }
  const [values, setValues] = useState<FormValue>(() => emptyForm(form))
  const [issues, setIssues] = useState<readonly FormIssue[]>([])
  const approvals = needs.filter(need => need.kind === 'approval')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const reading = readForm(form, values)
    setIssues(reading.issues)
    if (reading.issues.length === 0) answer(reading.value as Answers)
  }
  return (
    <section class="card section needs" aria-label="The call waits">
      <h2>{approvals.length > 0 && fields.length === 0 ? 'It waits for an approval' : 'It asks'}</h2>
      {message !== undefined && <p>{message}</p>}
      {needs.map((need, index) =>
        need.kind === 'credentials' ? (
          <p key={index}>
            It needs credentials:{' '}
            {need.url === undefined ? need.scheme : <SafeLink href={need.url}>{need.url}</SafeLink>}
          </p>
        ) : null,
      )}
      {fields.length > 0 && (
        <form onSubmit={submit} class="stack" noValidate>
          <FormField
            field={form}
            form={values}
            at=""
            issues={issues}
            set={(at, value) => setValues(withText(values, at, value))}
          />
          <div class="row">
            <button type="submit" class="main" disabled={isRunning}>
              Answer
            </button>
            {decline !== undefined && (
              <button type="button" onClick={decline}>
                Decline
              </button>
            )}
          </div>
        </form>
      )}
      {approvals.map((need, index) => (
        <div key={index} class="approval">
          <p class="strong">{need.action}</p>
          {need.expiresAt !== undefined && (
            <p class="soft small">
              Until <time dateTime={need.expiresAt}>{need.expiresAt}</time>
            </p>
          )}
          <div class="row">
            {approve !== undefined && (
              <button type="button" class="main" disabled={isRunning} onClick={() => approve(need)}>
                Approve and go on
              </button>
            )}
            {decline !== undefined && (
              <>
                <button type="button" class="main" onClick={() => answer({ [approveName]: true })}>
                  Approve
                </button>
                <button type="button" onClick={decline}>
                  Decline
                </button>
              </>
            )}
          </div>
        </div>
      ))}
      {approvals.length > 0 && redeem !== undefined && (
        <div class="row">
          <button type="button" disabled={isRunning} onClick={redeem}>
            It was approved: go on
          </button>
          <a href="#/inbox">Open the inbox</a>
        </div>
      )}
    </section>
  )
}

/** The field for a need; approvals and credentials have none. */
function answerField(need: Need): SchemaField[] {
  if (need.kind === 'input') {
    const field = inputField({
      type: 'object',
      required: need.required ? [need.name] : [],
      properties: { [need.name]: need.schema },
    })
    return field.kind === 'object' ? field.fields.map(one => ({ ...one, label: need.question || one.label })) : []
  }
  if (need.kind !== 'reply') return []
  const schema = { type: 'string', minLength: 1, maxLength: 2000 }
  const field = inputField({ type: 'object', required: [replyName], properties: { [replyName]: schema } })
  return field.kind === 'object' ? field.fields.map(one => ({ ...one, label: need.question })) : []
}
