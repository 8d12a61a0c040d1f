/** What is known of the text that the reader writes. Only the last text counts. */
import { useEffect, useState } from 'preact/hooks'
import { TookTooLong, WorkerCalls } from '../../work/worker-calls.ts'
import { mostBytes, tooLong } from './longest-text.ts'
import type { PlaygroundAnswer, PlaygroundQuestion } from './playground-work.ts'

export type PlaygroundWork = WorkerCalls<PlaygroundQuestion, PlaygroundAnswer>

export type PlaygroundState =
  | { readonly kind: 'empty'; readonly choices: readonly string[] }
  | Exclude<PlaygroundAnswer, { kind: 'translated' }>

/** After the last key. */
const quietMs = 150
/** For one text, and for each contract that it is written in. */
const limitMs = 5000

const empty: PlaygroundState = { kind: 'empty', choices: [] }

export function playgroundWork(open: () => Worker): PlaygroundWork {
  return new WorkerCalls(open, limitMs)
}

export function useExamination(
  work: PlaygroundWork,
  text: string,
  { named, index }: { named: string; index: number },
): PlaygroundState {
  const [state, setState] = useState<PlaygroundState>(empty)
  useEffect(() => {
    if (text.trim() === '') return setState(empty)
    if (text.length > mostBytes) return setState({ kind: 'unreadable', choices: [], problem: tooLong })
    const end = new AbortController()
    const timer = setTimeout(async () => {
      const next = await examined(work, { text, named, index }, end.signal)
      if (!end.signal.aborted && next.kind !== 'translated') setState(next)
    }, quietMs)
    return () => {
      end.abort()
      clearTimeout(timer)
    }
  }, [work, text, named, index])
  return state
}

async function examined(
  work: PlaygroundWork,
  question: PlaygroundQuestion,
  signal: AbortSignal,
): Promise<PlaygroundAnswer> {
  try {
    return await work.call(question, signal)
  } catch (error) {
    const problem =
      error instanceof TookTooLong
        ? `This text takes longer than ${limitMs / 1000} seconds. Use replywire validate FILE for it.`
        : 'This page cannot examine the text. Load it again.'
    return { kind: 'unreadable', choices: [], problem }
  }
}
