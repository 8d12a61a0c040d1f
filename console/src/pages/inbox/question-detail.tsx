/** A paused task that asks something: its questions as a form. */
import { useState } from 'preact/hooks'
import { isObject } from '../../../../src/lib/json-value.ts'
import { ApiError } from '../../api.ts'
import { needsSchema } from '../../form/needs-schema.ts'
import { SchemaForm } from '../../form/schema-form.tsx'
import { useSchemaForm } from '../../form/use-schema-form.ts'
import { Arguments } from '../../parts/arguments.tsx'
import { Citations } from '../../parts/citations.tsx'
import { DataText } from '../../parts/data-text.tsx'
import { personAtStart } from '../../parts/person.ts'
import { ErrorNote, Loading, Notice } from '../../parts/states.tsx'
import { Ago } from '../../parts/time.tsx'
import { toast } from '../../parts/toasts.tsx'
import { usePoll } from '../../poll.ts'
import { linkTo } from '../../route.ts'
import { loadStory, type Need } from '../tasks/data.ts'
import { Section } from './approval-detail.tsx'
import { answer } from './data.ts'

const everyMs = 4000

export function QuestionDetail({ id, done }: { id: string; done(): void }) {
  const { data, error, isLoading, refresh } = usePoll(id, signal => loadStory(id, signal), { everyMs, live: ['tasks'] })
  if (isLoading) return <Loading what="The question" />
  if (data === undefined) return error === undefined ? null : <ErrorNote error={error} retry={refresh} />
  const needs = data.outcome?.needs ?? []
  const isWaiting = data.state === 'paused'
  return (
    <article class="stack detail">
      <a class="back" href={linkTo(['inbox'])}>
        ← Inbox
      </a>
      <header class="detail-head">
        <div class="row">
          <span class="badge info">question</span>
          <a class="small mono" href={linkTo(['tasks', id])}>
            {id}
          </a>
        </div>
        <h2 class="action">{data.title}</h2>
        <p class="soft">
          <span class="strong">{personAtStart(data.requester)}</span> called it <Ago at={data.createdAt} />
          {data.account !== undefined && (
            <>
              {' on behalf of '}
              <DataText text={data.account} />
            </>
          )}
        </p>
      </header>
      {isWaiting ? (
        <Section title="Questions">
          <AnswerForm key={JSON.stringify(needs)} id={id} needs={needs} done={done} />
        </Section>
      ) : (
        <Notice title="It waits for nothing any more">
          <a href={linkTo(['tasks', id])}>Open the task</a>
        </Notice>
      )}
      {data.input !== undefined && (
        <Section title="What is known so far">
          <Arguments value={data.input} label="Input" />
        </Section>
      )}
      {(data.outcome?.citations.length ?? 0) > 0 && (
        <Section title="Citations">
          <Citations list={data.outcome?.citations ?? []} />
        </Section>
      )}
    </article>
  )
}

function AnswerForm({ id, needs, done }: { id: string; needs: readonly Need[]; done(): void }) {
  // News of the task must not take away what was typed.
  const [schema] = useState(() => needsSchema(needs) ?? {})
  const form = useSchemaForm(schema)
  const [message, setMessage] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const { value, issues } = await form.check()
    if (issues.length > 0 || !isObject(value)) return
    try {
      await answer(id, value)
      toast('Answered. The task goes on.')
      done()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setMessage(error.message)
      form.setIssues(error.issues.map(issue => ({ ...issue, pointer: issue.pointer.replace(/^\/inputs/, '') })))
    }
  }
  return (
    <form class="stack" onSubmit={event => void submit(event)} noValidate>
      <SchemaForm state={form} name="Answers" withJson={false} />
      {message !== undefined && (
        <p class="problem" role="alert">
          {message}
        </p>
      )}
      <div class="row">
        <button type="submit" class="main">
          Answer
        </button>
      </div>
    </form>
  )
}
