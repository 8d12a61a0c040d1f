/** What a paused call waits for, answered in place. */
import { useState } from 'preact/hooks'
import type { Answers, Need } from '../../../../src/client/index.ts'
import { isObject, type JsonObject } from '../../../../src/lib/json-value.ts'
import { approveName } from '../../../../src/outcome/answer-to.ts'
import { needsSchema } from '../../form/needs-schema.ts'
import { SchemaForm } from '../../form/schema-form.tsx'
import { useSchemaForm } from '../../form/use-schema-form.ts'
import { SafeLink } from '../../parts/safe-link.tsx'

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
  const [schema] = useState(() => needsSchema(needs))
  const approvals = needs.filter(need => need.kind === 'approval')
  return (
    <section class="card section needs" aria-label="The call waits">
      <h2>{approvals.length > 0 && schema === undefined ? 'It waits for an approval' : 'It asks'}</h2>
      {message !== undefined && <p>{message}</p>}
      {needs.map((need, index) =>
        need.kind === 'credentials' ? (
          <p key={index}>
            It needs credentials:{' '}
            {need.url === undefined ? need.scheme : <SafeLink href={need.url}>{need.url}</SafeLink>}
          </p>
        ) : null,
      )}
      {schema !== undefined && <AnswerForm schema={schema} isRunning={isRunning} answer={answer} decline={decline} />}
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

interface AnswerFormProps extends Pick<NeedFormProps, 'isRunning' | 'answer'> {
  readonly schema: JsonObject
  readonly decline: NeedFormProps['decline'] | undefined
}

function AnswerForm({ schema, isRunning, answer, decline }: AnswerFormProps) {
  const form = useSchemaForm(schema)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const { value, issues } = await form.check()
    if (issues.length === 0 && isObject(value)) answer(value as Answers)
  }
  return (
    <form onSubmit={event => void submit(event)} class="stack" noValidate>
      <SchemaForm state={form} name="Answers" withJson={false} />
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
  )
}
