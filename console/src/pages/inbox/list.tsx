/** The list of the inbox: approvals by expiry, then questions, the oldest first. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { StateBadge } from '../../parts/badge.tsx'
import { beginningOf, DataText } from '../../parts/data-text.tsx'
import { personName } from '../../parts/person.ts'
import { Ago, Countdown } from '../../parts/time.tsx'
import { linkTo } from '../../route.ts'
import type { ApprovalLine, QuestionLine, Show } from './data.ts'

export interface Item {
  readonly id: string
  readonly kind: 'approval' | 'question'
  readonly title: string
  readonly operation: string
  readonly requester: string
  readonly account: string | undefined
  readonly since: string
  readonly approval: ApprovalLine | undefined
}

export function itemsOf(approvals: readonly ApprovalLine[], questions: readonly QuestionLine[]): Item[] {
  const seen = new Set<string>()
  const items = [
    ...approvals.map(
      (approval): Item => ({
        id: approval.id,
        kind: 'approval',
        title: approval.action,
        operation: approval.operation,
        requester: approval.requester,
        account: approval.account,
        since: approval.createdAt,
        approval,
      }),
    ),
    ...questions
      .toSorted((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1))
      .map(
        (question): Item => ({
          id: question.operationId,
          kind: 'question',
          title: 'Waits for an answer',
          operation: question.operation,
          requester: question.requester,
          account: question.account,
          since: question.updatedAt,
          approval: undefined,
        }),
      ),
  ]
  // A page that was added may have what moved to the first page since.
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** More does not fit on two lines. */
const longestTitle = 300

interface InboxListProps {
  readonly items: readonly Item[]
  readonly selected: string | undefined
  readonly show: Show
  readonly more: (() => Promise<void>) | undefined
}

export function InboxList({ items, selected, show, more }: InboxListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <>
      <ul class="inbox-list" ref={list}>
        {items.map(item => (
          <li key={item.id}>
            <a
              href={linkTo(['inbox', item.id], { show: show === 'all' ? 'all' : undefined })}
              aria-current={item.id === selected ? 'true' : undefined}
            >
              <span class="item-title">
                <DataText text={beginningOf(item.title, longestTitle)} />
              </span>
              <span class="item-about soft small">
                {item.operation} · {personName(item.requester)}
                {item.account !== undefined && (
                  <>
                    {' for '}
                    <DataText text={item.account} />
                  </>
                )}
              </span>
              <span class="item-foot">
                <Mark item={item} />
                <span class="soft small">
                  <Ago at={item.since} />
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {more !== undefined && (
        <button
          type="button"
          class="more"
          disabled={isLoading}
          onClick={() => {
            setLoading(true)
            void more().finally(() => setLoading(false))
          }}
        >
          Show more
        </button>
      )}
    </>
  )
}

function Mark({ item: { approval } }: { item: Item }) {
  if (approval === undefined) return <span class="badge info">question</span>
  if (approval.state === 'open' && !approval.expired) return <Countdown at={approval.expiresAt} />
  return <StateBadge state={approval.expired ? 'expired' : approval.state} />
}
