/** A paused task that asks something: its questions as a form. */
import { useState } from 'preact/hooks'
import { ApiError, type ApiIssue } from '../../api.ts'
import { Arguments } from '../../parts/arguments.tsx'
import { Citations } from '../../parts/citations.tsx'
import { personAtStart } from '../../parts/person.ts'
import { readForm, type Schema, SchemaForm } from '../../parts/schema-form.tsx'
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
  const { data, error, isLoading, refresh } = usePoll(id, signal => loadStory(id, signal), { everyMs })
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
          {data.account !== undefined && ` on behalf of ${data.account}`}
        </p>
      </header>
      {isWaiting ? (
        <Section title="Questions">
          <AnswerForm id={id} needs={needs} done={done} />
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
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [issues, setIssues] = useState<readonly ApiIssue[]>([])
  const [message, setMessage] = useState<string>()
  const members = needs.flatMap(membersOf)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const read = readForm(members, texts, {})
    if ('issues' in read) return setIssues(read.issues)
    try {
      await answer(id, read.value)
      toast('Answered. The task goes on.')
      done()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setMessage(error.message)
      setIssues(error.issues.map(issue => ({ ...issue, pointer: issue.pointer.replace(/^\/inputs/, '') })))
    }
  }
  return (
    <form class="stack" onSubmit={event => void submit(event)} noValidate>
      <SchemaForm
        members={members}
        required={needs.flatMap(need => (need.required === true && need.name !== undefined ? [need.name] : []))}
        texts={texts}
        before={{}}
        issues={issues}
        change={(name, text) => setTexts(known => ({ ...known, [name]: text }))}
      />
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

/** A need as a field: its question stands above it. */
function membersOf(need: Need): [string, Schema][] {
  if (need.kind === 'reply') return [['reply', { type: 'string', description: need.question, maxLength: 2000 }]]
  if (need.kind !== 'input' || need.name === undefined) return []
  return [[need.name, { ...need.schema, description: need.question ?? '' }]]
}
