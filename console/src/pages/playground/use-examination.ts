/** What is known of the text that the reader writes. Only the last text counts. */
import { useEffect, useState } from 'preact/hooks'
import { ReplywireError } from '../../../../src/errors.ts'
import type { Examination, MessageChoice, Unrecognised } from './examine-message.ts'

export type PlaygroundState = { readonly choices: readonly MessageChoice[] } & (
  | { readonly kind: 'empty' | 'working' }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'examined'; readonly examination: Examination }
  | { readonly kind: 'unrecognised'; readonly examination: Unrecognised }
)

/** After the last key. */
const quietMs = 150

export function useExamination(text: string, { named, index }: { named: string; index: number }): PlaygroundState {
  const [state, setState] = useState<PlaygroundState>({ kind: 'empty', choices: [] })
  useEffect(() => {
    let isCurrent = true
    if (text.trim() === '') {
      setState({ kind: 'empty', choices: [] })
      return
    }
    const timer = setTimeout(async () => {
      const next = await examine(text, named, index)
      if (isCurrent) setState(next)
    }, quietMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, named, index])
  return state
}

async function examine(text: string, named: string, index: number): Promise<PlaygroundState> {
  let choices: readonly MessageChoice[] = []
  try {
    const { examineMessage, readText } = await import('./examine-message.ts')
    choices = readText(text)
    const chosen = choices[index] ?? choices[0]
    if (chosen?.source === undefined) return { kind: 'unreadable', choices, problem: chosen?.problem ?? 'No message.' }
    const examination = await examineMessage(chosen.source, named === '' ? undefined : named)
    return 'recognised' in examination
      ? { kind: 'examined', choices, examination }
      : { kind: 'unrecognised', choices, examination }
  } catch (error) {
    const problem = error instanceof ReplywireError ? error.message : 'This page cannot examine the text.'
    return { kind: 'unreadable', choices, problem: problem.replace(/^standard input: /, '') }
  }
}
