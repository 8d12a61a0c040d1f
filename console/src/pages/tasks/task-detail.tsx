/** One task: what it is doing, what it has been through, and its result. */
import { useState } from 'preact/hooks'
import { ApiError } from '../../api.ts'
import { useShortcuts } from '../../keys.ts'
import { Arguments } from '../../parts/arguments.tsx'
import { StateBadge } from '../../parts/badge.tsx'
import { Citations } from '../../parts/citations.tsx'
import { DataText } from '../../parts/data-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { personName } from '../../parts/person.ts'
import { ErrorNote, Loading } from '../../parts/states.tsx'
import { Ago, Exact, spanText } from '../../parts/time.tsx'
import { toast } from '../../parts/toasts.tsx'
import { usePoll } from '../../poll.ts'
import { goTo, linkTo } from '../../route.ts'
import { Section } from '../inbox/approval-detail.tsx'
import { loadStory, order, type TaskStory } from './data.ts'
import { Deliveries } from './deliveries.tsx'
import { Result } from './result.tsx'
import { Progress } from './task-list.tsx'
import { Timeline } from './timeline.tsx'

const openMs = 1500
/** An ended task may still have webhooks on their way. */
const endedMs = 10_000

export function TaskDetail({ id }: { id: string }) {
  const [isEnded, setEnded] = useState(false)
  const load = async (signal: AbortSignal): Promise<TaskStory> => {
    const story = await loadStory(id, signal)
    setEnded(story.endedAt !== null)
    return story
  }
  const { data, error, isLoading, refresh } = usePoll(id, load, {
    everyMs: isEnded ? endedMs : openMs,
    // The webhooks of a task that has ended make no news.
    ...(isEnded ? undefined : { live: ['tasks', 'approvals'] }),
  })
  const [asked, setAsked] = useState<'cancel' | 'retry'>()
  const mayCancel = data !== undefined && data.endedAt === null && !data.cancelRequested
  useShortcuts([
    { key: 'u', does: 'Back to the list', run: () => goTo(linkTo(['tasks'])) },
    { key: 'c', does: 'Cancel the task', run: () => mayCancel && setAsked('cancel') },
    { key: 't', does: 'Try a dead task again', run: () => data?.dead === true && setAsked('retry') },
  ])
  if (isLoading) return <Loading what="The task" />
  if (data === undefined) return error === undefined ? null : <ErrorNote error={error} retry={refresh} />
  const isLive = data.state === 'working' || data.state === 'queued'
  return (
    <article class="stack task-detail">
      <a class="task-back" href={linkTo(['tasks'])}>
        ← Tasks
      </a>
      <header class="detail-head">
        <div class="row">
          <StateBadge state={data.state} />
          {data.dead && <span class="badge bad">no retries left</span>}
          {data.cancelRequested && data.endedAt === null && <span class="badge warn">asked to stop</span>}
          <span class="soft small mono">{data.operationId}</span>
        </div>
        <div class="row spread">
          <h1>
            <DataText text={data.title} />
          </h1>
          <div class="row">
            {mayCancel && (
              <button type="button" class="danger" onClick={() => setAsked('cancel')}>
                Cancel
              </button>
            )}
            {data.dead && (
              <button type="button" class="main" onClick={() => setAsked('retry')}>
                Try again
              </button>
            )}
          </div>
        </div>
        {isLive && data.progress !== undefined && <Progress progress={data.progress} />}
        <Waiting story={data} />
        {data.outcome?.fault !== undefined && (
          <p class="problem">
            <DataText text={data.outcome.fault.message} /> <span class="mono small">{data.outcome.fault.code}</span>
          </p>
        )}
      </header>
      <div class="task-columns">
        <div class="stack">
          <Section title="Timeline">
            <Timeline story={data} />
          </Section>
          {data.outcome !== undefined && (
            <Section title="Result">
              <Result
                id={data.operationId}
                updatedAt={data.updatedAt}
                isCompleted={data.outcome.kind === 'completed'}
              />
            </Section>
          )}
          {(data.outcome?.citations.length ?? 0) > 0 && (
            <Section title="Citations">
              <Citations list={data.outcome?.citations ?? []} />
            </Section>
          )}
        </div>
        <div class="stack">
          <Facts story={data} />
          {data.input !== undefined && (
            <Section title="Input">
              <Arguments value={data.input} label="Input" />
            </Section>
          )}
          {data.steps.length > 0 && (
            <Section title="Steps">
              <ul class="plain-list">
                {data.steps.map(({ name, state }) => (
                  <li key={name}>
                    <span>{name}</span> <StateBadge state={state} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {data.approvals.length > 0 && (
            <Section title="Approvals">
              <ul class="plain-list">
                {data.approvals.map(({ id: approval, action, state, decidedBy }) => (
                  <li key={approval}>
                    <a href={linkTo(['inbox', approval])}>
                      <DataText text={action} />
                    </a>
                    <span>
                      <StateBadge state={state} />
                      {decidedBy !== null && <span class="soft small"> by {personName(decidedBy)}</span>}
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {data.deliveries.length > 0 && <Deliveries list={data.deliveries} refresh={refresh} />}
        </div>
      </div>
      {asked !== undefined && (
        <OrderDialog
          id={data.operationId}
          what={asked}
          close={() => setAsked(undefined)}
          done={() => {
            setAsked(undefined)
            refresh()
          }}
        />
      )}
    </article>
  )
}

/** What a paused task waits for, and where to give it. */
function Waiting({ story: { state, operationId, waitsFor, approvals } }: { story: TaskStory }) {
  if (state !== 'paused') return null
  const open = approvals.find(approval => approval.state === 'open' || approval.state === 'asked')
  if (waitsFor === 'input') {
    return (
      <p class="hint">
        It waits for an answer. <a href={linkTo(['inbox', operationId])}>Answer it</a>
      </p>
    )
  }
  if (open === undefined) return <p class="hint">It waits for {waitsFor ?? 'somebody'}.</p>
  return (
    <p class="hint">
      It waits for an approval. <a href={linkTo(['inbox', open.id])}>Review it</a>
    </p>
  )
}

function Facts({ story }: { story: TaskStory }) {
  const { operation, requester, account, version, contract, attempt, createdAt, startedAt, endedAt } = story
  const took = endedAt !== null && startedAt !== null ? Date.parse(endedAt) - Date.parse(startedAt) : undefined
  return (
    <Section title="Facts">
      <dl class="facts">
        <div>
          <dt>Operation</dt>
          <dd class="mono">{operation}</dd>
        </div>
        <div>
          <dt>Called by</dt>
          <dd>
            {personName(requester)}
            {account !== undefined && (
              <>
                {' for '}
                <DataText text={account} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Contract</dt>
          <dd>{contract}</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Exact at={createdAt} />
          </dd>
        </div>
        {endedAt !== null && (
          <div>
            <dt>Ended</dt>
            <dd>
              <Ago at={endedAt} />
              {took !== undefined && took >= 1000 && `, after ${spanText(took)}`}
            </dd>
          </div>
        )}
        <div>
          <dt>Tries</dt>
          <dd>{attempt}</dd>
        </div>
      </dl>
    </Section>
  )
}

const orders = {
  cancel: {
    title: 'Cancel this task?',
    text: 'A waiting task ends at once. A running task is asked to stop; what it has done already stays done.',
    button: 'Cancel the task',
    done: 'The task is asked to stop.',
  },
  retry: {
    title: 'Try this task again?',
    text: 'It gets a new set of tries. Steps that are done are not repeated.',
    button: 'Try again',
    done: 'The task is tried again.',
  },
} as const

interface OrderDialogProps {
  readonly id: string
  readonly what: 'cancel' | 'retry'
  close(): void
  done(): void
}

function OrderDialog({ id, what, close, done }: OrderDialogProps) {
  const texts = orders[what]
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    try {
      await order(id, what)
      toast(texts.done)
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'This did not work.', 'bad')
    }
    done()
  }
  return (
    <Dialog title={texts.title} close={close}>
      <form class="stack" onSubmit={event => void submit(event)}>
        <p>{texts.text}</p>
        <div class="dialog-end">
          <button type="button" onClick={close}>
            Back
          </button>
          <button type="submit" class={what === 'cancel' ? 'main danger' : 'main'} autofocus>
            {texts.button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
