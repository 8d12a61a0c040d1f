/** One approval: who asks for what, on what grounds, and the decision. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useShortcuts } from '../../keys.ts'
import { Arguments } from '../../parts/arguments.tsx'
import { StateBadge } from '../../parts/badge.tsx'
import { Citations } from '../../parts/citations.tsx'
import { ClippedText, DataText } from '../../parts/data-text.tsx'
import { Diff } from '../../parts/diff.tsx'
import { History } from '../../parts/history.tsx'
import { personAtStart, personName } from '../../parts/person.ts'
import { ErrorNote, Loading } from '../../parts/states.tsx'
import { Ago, Countdown, Exact } from '../../parts/time.tsx'
import { usePoll } from '../../poll.ts'
import { linkTo } from '../../route.ts'
import { useWho } from '../../whoami.ts'
import { type ApprovalReview, type Decision, loadReview } from './data.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ReplyForm } from './reply-form.tsx'

const everyMs = 4000

export function ApprovalDetail({ id, done }: { id: string; done(): void }) {
  const { data, error, isLoading, refresh } = usePoll(id, signal => loadReview(id, signal), {
    everyMs,
    live: ['approvals', 'tasks'],
  })
  const [decision, setDecision] = useState<Decision>()
  const isOpen = data?.state === 'open' && !data.expired && data.mayDecide
  const begin = (what: Decision) => () => {
    if (isOpen) setDecision(what)
  }
  useShortcuts([
    { key: 'a', does: 'Approve', run: begin('approve') },
    { key: 'e', does: 'Edit the arguments and approve', run: begin('edit') },
    { key: 'r', does: 'Reject', run: begin('reject') },
    { key: 'q', does: 'Ask back', run: begin('ask') },
  ])
  if (isLoading) return <Loading what="The approval" />
  if (data === undefined) return error === undefined ? null : <ErrorNote error={error} retry={refresh} />
  const close = (): void => setDecision(undefined)
  const decided = (): void => {
    setDecision(undefined)
    refresh()
    done()
  }
  return (
    <article class="stack detail">
      <a class="back" href={linkTo(['inbox'])}>
        ← Inbox
      </a>
      <header class="detail-head">
        <div class="row">
          {isOpenState(data) ? (
            <Countdown at={data.expiresAt} />
          ) : (
            <StateBadge state={data.expired ? 'expired' : data.state} />
          )}
          <span class="soft small mono">{data.id}</span>
        </div>
        <p class="soft small">In the words of the agent</p>
        <h2 class="action">
          <ClippedText text={data.action} />
        </h2>
        <p class="soft">
          <span class="strong">{personAtStart(data.requester)}</span> asked <Ago at={data.createdAt} />
          {data.account !== undefined && (
            <>
              {' '}
              on behalf of{' '}
              <span class="strong">
                <DataText text={data.account} />
              </span>
            </>
          )}
        </p>
        {isOpen ? (
          <div class="row decisions">
            <button type="button" class="main" onClick={begin('approve')}>
              Approve <kbd>a</kbd>
            </button>
            <button type="button" onClick={begin('edit')}>
              Edit <kbd>e</kbd>
            </button>
            <button type="button" onClick={begin('ask')}>
              Ask back <kbd>q</kbd>
            </button>
            <button type="button" class="danger" onClick={begin('reject')}>
              Reject <kbd>r</kbd>
            </button>
          </div>
        ) : (
          <Standing approval={data} />
        )}
      </header>

      <Section title="What would run">
        <dl class="facts">
          <div>
            <dt>Operation</dt>
            <dd>
              <DataText text={data.title} /> <span class="soft mono">{data.operation}</span>
            </dd>
          </div>
          <div>
            <dt>Expires</dt>
            <dd>
              <Exact at={data.expiresAt} />
            </dd>
          </div>
          {data.roles !== undefined && (
            <div>
              <dt>Decided by</dt>
              <dd>{data.roles.join(', ')}</dd>
            </div>
          )}
          {data.suppliedBy !== undefined && (
            <div>
              <dt>Also supplied by</dt>
              <dd>{data.suppliedBy.map(personName).join(', ')}</dd>
            </div>
          )}
          {data.operationId !== null && (
            <div>
              <dt>Task</dt>
              <dd>
                <a class="mono" href={linkTo(['tasks', data.operationId])}>
                  {data.operationId}
                </a>
              </dd>
            </div>
          )}
        </dl>
      </Section>

      {data.edit !== undefined && (
        <Section title={`Approved with changes by ${personName(data.decidedBy)}`}>
          <Diff before={data.input} after={data.edit} />
        </Section>
      )}
      <Section title={data.edit === undefined ? 'Arguments' : 'Arguments as they were asked for'}>
        <Arguments value={data.input} label="Arguments" />
      </Section>
      {data.original !== undefined && data.editedBy !== undefined && (
        <Section title={`Edited by ${personName(data.editedBy)}`}>
          <Diff before={data.original} after={data.input} />
        </Section>
      )}
      {data.citations.length > 0 && (
        <Section title="Citations">
          <Citations list={data.citations} />
        </Section>
      )}
      {data.history.length > 0 && (
        <Section title="History">
          <History lines={data.history} />
        </Section>
      )}
      {decision === 'edit' && <EditDialog approval={data} close={close} decided={decided} />}
      {decision !== undefined && decision !== 'edit' && (
        <DecideDialog approval={data} decision={decision} close={close} decided={decided} />
      )}
    </article>
  )
}

function isOpenState({ state, expired }: ApprovalReview): boolean {
  return state === 'open' && !expired
}

/** Why there is nothing to decide, and what was decided. */
function Standing({ approval }: { approval: ApprovalReview }) {
  const who = useWho()
  const { state, decidedBy, note, requester, suppliedBy = [], id } = approval
  if (isOpenState(approval)) {
    const isOwn = requester === who?.subject || suppliedBy.includes(who?.subject ?? '')
    return (
      <p class="hint">
        {isOwn
          ? 'You asked for this, or supplied its arguments: somebody else decides.'
          : 'You do not have a role that decides this.'}
      </p>
    )
  }
  const isRequester = requester === who?.subject || (who?.open === true && requester === '~anybody')
  return (
    <>
      {decidedBy !== null && note !== null && note !== '' && (
        <blockquote>
          <DataText text={note} lines /> <span class="soft small">— {personName(decidedBy)}</span>
        </blockquote>
      )}
      {state === 'asked' && isRequester && <ReplyForm id={id} />}
    </>
  )
}

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card section">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
