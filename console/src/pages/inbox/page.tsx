/** The inbox: what waits for a person, and one of it. */
import './page.css'
import { useShortcuts } from '../../keys.ts'
import type { PageProps } from '../../pages.ts'
import { ErrorNote, Loading, Notice } from '../../parts/states.tsx'
import { goTo, linkTo } from '../../route.ts'
import { useRole, useWho } from '../../whoami.ts'
import { ApprovalDetail } from './approval-detail.tsx'
import type { Show } from './data.ts'
import { InboxList, type Item } from './list.tsx'
import { NotifySwitch } from './notify.tsx'
import { QuestionDetail } from './question-detail.tsx'
import { mostShown, useItems } from './use-items.ts'

export function Page({ place }: PageProps) {
  const [, id] = place.path
  const show: Show = place.query.get('show') === 'all' ? 'all' : 'waiting'
  const { items, isLoading, approvals, questions, more } = useItems(show)

  const at = items.findIndex(item => item.id === id)
  const open = (item: Item | undefined): void => {
    if (item !== undefined) goTo(linkTo(['inbox', item.id], { show: show === 'all' ? 'all' : undefined }))
  }
  const done = (): void => {
    open(items[at + 1] ?? items[at - 1])
    if (items.length <= 1) goTo(linkTo(['inbox']))
    approvals.refresh()
    questions.refresh()
  }
  useShortcuts([
    { key: 'j', does: 'Next', run: () => open(items[Math.min(at + 1, items.length - 1)]) },
    { key: 'k', does: 'Previous', run: () => open(items[Math.max(at - 1, 0)]) },
    { key: 'Enter', does: 'Open', run: () => open(items[Math.max(at, 0)]) },
  ])

  const error = approvals.data === undefined && questions.data === undefined ? approvals.error : undefined
  return (
    <div class={`inbox ${id === undefined ? '' : 'has-detail'}`}>
      <section class="inbox-side" aria-label="Inbox">
        <header class="page-head">
          <h1>Inbox</h1>
          <NotifySwitch />
          <nav class="tabs" aria-label="Which">
            <a href={linkTo(['inbox'])} aria-current={show === 'waiting' ? 'true' : undefined}>
              Waiting
            </a>
            <a href={linkTo(['inbox'], { show: 'all' })} aria-current={show === 'all' ? 'true' : undefined}>
              All
            </a>
          </nav>
        </header>
        <TokenNotice />
        {isLoading ? (
          <Loading what="The inbox" />
        ) : error !== undefined ? (
          <ErrorNote error={error} retry={approvals.refresh} />
        ) : items.length === 0 ? (
          <Notice title={show === 'waiting' ? 'Nothing waits for you' : 'No approvals yet'}>
            <p class="soft">
              {show === 'waiting'
                ? 'Requests for approval and questions of agents appear here by themselves.'
                : 'Requests for approval appear here, and stay when they are decided.'}
            </p>
          </Notice>
        ) : (
          <InboxList items={items} selected={id} show={show} more={items.length < mostShown ? more : undefined} />
        )}
      </section>
      <section class="inbox-detail" aria-label="Selected">
        {id === undefined ? (
          items.length > 0 && (
            <Notice title="Select something from the list">
              <p class="soft">
                Or press <kbd>j</kbd>. <kbd>?</kbd> shows all keys.
              </p>
            </Notice>
          )
        ) : id.startsWith('tsk_') ? (
          <QuestionDetail key={id} id={id} done={done} />
        ) : (
          <ApprovalDetail key={id} id={id} done={done} />
        )}
      </section>
    </div>
  )
}

/** On an open server everyone sees tasks, and the operator alone sees approvals. */
function TokenNotice() {
  const isOperator = useRole('operator')
  if (useWho()?.open !== true || isOperator) return null
  return <p class="hint">Sign in with the operator token to see and decide approvals.</p>
}
