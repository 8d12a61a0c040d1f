/** A task over plain HTTP, followed to its end at `/operations/{id}/result`. */
import { ReplywireError } from '../../errors.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { deadlineOf } from '../../upstream/deadline.ts'
import { followTask } from '../../upstream/follow.ts'
import type { HttpWire } from '../../wire/http.ts'
import type { Terminal } from '../terminal.ts'
import { showMoment } from './show-outcome.ts'

/** An answer, and what it means. */
export interface Read {
  readonly outcome: Outcome
  readonly wire: HttpWire
}

interface Waiting {
  readonly timeoutMs: number | undefined
  readonly headers: Record<string, string>
  readonly terminal: Terminal
  read(response: Response): Promise<Read>
}

/** The address of a task's answer, next to its status. Headers are sent only to the origin of the call. */
export function resultUrl({ kind, task }: Outcome, called: URL): URL | undefined {
  if (kind !== 'pending' || task?.statusUrl === undefined || !URL.canParse(task.statusUrl, called)) return undefined
  const url = new URL(task.statusUrl, called)
  if (url.origin !== called.origin) return undefined
  url.pathname = url.pathname.replace(/\/status$/, '/result')
  url.search = called.searchParams.has('envelope')
    ? `?envelope=${encodeURIComponent(called.searchParams.get('envelope') ?? '')}`
    : url.search
  return url
}

/** Looks until the task ends or waits for somebody; the last look when time is up, undefined when interrupted. */
export async function waitOver(url: URL, first: Read, waiting: Waiting): Promise<Read | undefined> {
  const { headers, terminal, read } = waiting
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  const { signal } = controller
  const deadline = deadlineOf({ signal, timeoutMs: waiting.timeoutMs })
  let last = first
  const look = async (): Promise<Read> => {
    const { timeoutMs } = deadline.options()
    const either = timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    last = await read(await fetch(url, { headers, redirect: 'manual', signal: either }))
    return last
  }
  try {
    return await followTask(first, { deadline, onMoment: moment => showMoment(moment, terminal), look })
  } catch (error) {
    if (!signal.aborted && deadline.isOver()) return last
    if (!signal.aborted) {
      throw new ReplywireError(
        'ERR_UNREADABLE',
        `${url.origin} does not answer any more; the task may still be at work.`,
        {
          cause: error,
        },
      )
    }
    // Whoever stops waiting for the work stops the work.
    const cancel = new URL(url.href.replace(/\/result(?=$|\?)/, ':cancel'))
    await fetch(cancel, { method: 'POST', headers, signal: AbortSignal.timeout(2000) }).catch(() => {})
    if (!terminal.json) terminal.err.line(`${terminal.err.style.warn('!')} Interrupted; the task is cancelled.`)
    return undefined
  } finally {
    process.removeListener('SIGINT', stop)
  }
}
