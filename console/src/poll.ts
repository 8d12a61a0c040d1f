/** Data that is asked for again and again while the page is looked at. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from './api.ts'
import { isLive, listenForNews, type Topic } from './live.ts'
import { isResting } from './notifying.ts'

export interface Polled<T> {
  /** The last that came; it stays while a later try fails. */
  readonly data: T | undefined
  readonly error: ApiError | undefined
  /** Nothing came yet. */
  readonly isLoading: boolean
  /** Asks again at once. */
  refresh(): void
}

export interface PollOptions {
  /** Between two answers. After failures it doubles, to at most a minute. 0: once. */
  readonly everyMs: number
  /** Asks again whenever one of these has news, and from time to time only while no news come. */
  readonly live?: readonly Topic[]
}

/** While news come by themselves: some of what is shown changes without news, such as an approval that expires. */
const liveMs = 30_000

/**
 * Loads at once, whenever `key` changes, and then again and again: not while the tab is hidden. What was loaded for
 * another key is never shown.
 */
export function usePoll<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs, live }: PollOptions,
): Polled<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: ApiError }>({ key })
  const loader = useRef(load)
  loader.current = load
  const again = useRef<() => void>(() => {})
  const period = useRef(everyMs)
  period.current = everyMs
  const topics = live?.join(' ')

  useEffect(() => {
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isAsking = false
    let isWanted = false
    const ask = async (): Promise<void> => {
      clearTimeout(timer)
      if (isAsking) {
        isWanted = true
        return
      }
      isAsking = true
      try {
        const data = await loader.current(end.signal)
        failures = 0
        if (!end.signal.aborted) setState({ key, data })
      } catch (error) {
        failures += 1
        if (end.signal.aborted) return
        const shown = error instanceof ApiError ? error : new ApiError(0, 'UNEXPECTED', 'The answer cannot be shown.')
        setState(known => ({ ...(known.key === key ? known : { key }), error: shown }))
      } finally {
        isAsking = false
      }
      if (end.signal.aborted) return
      if (isWanted) {
        isWanted = false
        void ask()
      } else plan()
    }
    const plan = (): void => {
      clearTimeout(timer)
      if (period.current <= 0 || isResting()) return
      const every = topics !== undefined && isLive() ? Math.max(period.current, liveMs) : period.current
      timer = setTimeout(ask, Math.min(every * 2 ** Math.min(failures, 6), 60_000))
    }
    const seen = (): void => {
      if (!isResting() && period.current > 0) void ask()
    }
    again.current = () => void ask()
    const news = (): void => {
      if (!isResting()) void ask()
    }
    const turned = (): void => {
      if (!isAsking) plan()
    }
    const unlisten =
      topics === undefined ? undefined : listenForNews({ topics: topics.split(' ') as Topic[], news, turned })
    document.addEventListener('visibilitychange', seen)
    void ask()
    return () => {
      end.abort()
      clearTimeout(timer)
      unlisten?.()
      document.removeEventListener('visibilitychange', seen)
    }
  }, [key, topics])

  const current = state.key === key ? state : { key }
  return {
    data: current.data,
    error: current.error,
    isLoading: current.data === undefined && current.error === undefined,
    refresh: useCallback(() => again.current(), []),
  }
}

/** The time, again every so often: for countdowns. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
