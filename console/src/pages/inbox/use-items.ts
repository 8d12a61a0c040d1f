/** What is in the inbox: approvals by expiry, then questions. */
import { useEffect, useState } from 'preact/hooks'
import { usePoll } from '../../poll.ts'
import { useRole, useWho } from '../../whoami.ts'
import { loadApprovals, loadQuestions, type Show } from './data.ts'
import { itemsOf } from './list.tsx'

const everyMs = 4000
/** More are read with filters, not by scrolling. */
export const mostShown = 200

/** What an open server lists to readers without its operator token. */
const noApprovals = Promise.resolve({ data: [], next: undefined, status: 200 })

/** The first pages come again and again; further pages are added as they are asked for. */
export function useItems(show: Show) {
  const isOperator = useRole('operator')
  const [added, setAdded] = useState<{ show: Show; pages: Awaited<ReturnType<typeof loadApprovals>>[] }>({
    show,
    pages: [],
  })
  useEffect(() => setAdded({ show, pages: [] }), [show])
  const mayList = !(useWho()?.open === true && !isOperator)
  const load = (signal: AbortSignal) => (mayList ? loadApprovals(show, undefined, signal) : noApprovals)
  const approvals = usePoll(`approvals ${show}`, load, { everyMs, live: ['approvals', 'tasks'] })
  const questions = usePoll('questions', signal => loadQuestions(undefined, signal), { everyMs, live: ['tasks'] })
  const pages = added.show === show ? added.pages : []
  const next = pages.length === 0 ? approvals.data?.next : pages.at(-1)?.next
  const found = [...(approvals.data?.data ?? []), ...pages.flatMap(({ data }) => data)]
  const items = itemsOf(found, show === 'waiting' ? (questions.data?.data ?? []) : []).slice(0, mostShown)
  const more = async (): Promise<void> => {
    const page = await loadApprovals(show, next, new AbortController().signal)
    setAdded(known => (known.show === show ? { show, pages: [...known.pages, page] } : known))
  }
  const isLoading = approvals.isLoading || questions.isLoading
  return { items, isLoading, approvals, questions, more: next === undefined ? undefined : more }
}
