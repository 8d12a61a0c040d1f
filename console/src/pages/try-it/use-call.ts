/** One call of the reader: what came of it so far, and how it goes on. */
import { useRef, useState } from 'preact/hooks'
import type { Answers, Client, Moment, Need, Reply } from '../../../../src/client/index.ts'
import { forgetRequest, lastRequest, type RecordedRequest } from '../../recorded-request.ts'
import { type AgentAddress, connectTo } from './call-agent.ts'

export interface Question {
  readonly needs: readonly Need[]
  readonly message: string | undefined
  answer(answers: Answers | undefined): void
}

/** What comes first: the whole answer, its events, or a task. */
export type CallMode = 'answer' | 'stream' | 'task'

export interface CallState {
  readonly isRunning: boolean
  readonly moments: readonly Moment[]
  /** Older ones are no longer shown. */
  readonly dropped: number
  readonly reply: Reply | undefined
  readonly problem: string | undefined
  /** In the middle of a call over MCP. */
  readonly question: Question | undefined
  readonly request: RecordedRequest | undefined
}

const idle: CallState = {
  isRunning: false,
  moments: [],
  dropped: 0,
  reply: undefined,
  problem: undefined,
  question: undefined,
  request: undefined,
}

const mostMoments = 500

export interface CallControls {
  readonly state: CallState
  start(address: AgentAddress, operation: string, input: unknown, mode: CallMode): void
  /** Goes on with the reply that is there. */
  proceed(how: (client: Client, reply: Reply, signal: AbortSignal) => Promise<Reply>): void
  stop(): void
}

export function useCall(): CallControls {
  const [state, setState] = useState<CallState>(idle)
  const current = useRef<{ client: Client | undefined; end: AbortController }>(undefined)

  const run = (begin: CallState, work: (signal: AbortSignal) => Promise<Reply>): void => {
    current.current?.end.abort()
    const end = new AbortController()
    current.current = { client: current.current?.client, end }
    forgetRequest()
    const change = (next: (known: CallState) => CallState): void => {
      if (current.current?.end === end) setState(next)
    }
    setState(begin)
    work(end.signal).then(
      reply => change(known => ({ ...known, isRunning: false, reply, question: undefined, request: lastRequest() })),
      () => change(known => ({ ...known, isRunning: false, question: undefined, problem: stopped(end.signal) })),
    )
  }

  const onElicit = (needs: readonly Need[], message: string | undefined): Promise<Answers | undefined> =>
    new Promise(resolve => {
      const answer = (answers: Answers | undefined): void => {
        setState(known => ({ ...known, question: undefined }))
        resolve(answers)
      }
      setState(known => ({ ...known, question: { needs, message, answer } }))
    })

  const note = (moment: Moment): void => {
    setState(known => {
      const moments = [...known.moments, moment]
      const over = Math.max(0, moments.length - mostMoments)
      return { ...known, moments: moments.slice(over), dropped: known.dropped + over }
    })
  }

  return {
    state,
    start(address, operation, input, mode) {
      run({ ...idle, isRunning: true }, async signal => {
        await current.current?.client?.close()
        const client = await connectTo(address, onElicit)
        if (current.current !== undefined) current.current.client = client
        if (mode !== 'stream') return client.call(operation, input, { signal, async: mode === 'task', onMoment: note })
        const stream = client.stream(operation, input, { signal })
        for await (const moment of stream) if (moment.kind !== 'outcome') note(moment)
        return stream.reply
      })
    },
    proceed(how) {
      const { client } = current.current ?? {}
      const { reply } = state
      if (client === undefined || reply === undefined) return
      run({ ...state, isRunning: true, problem: undefined }, signal => how(client, reply, signal))
    },
    stop() {
      current.current?.end.abort()
      setState(known => ({ ...known, isRunning: false, question: undefined, problem: 'Stopped.' }))
    },
  }
}

function stopped(signal: AbortSignal): string {
  return signal.aborted ? 'Stopped.' : 'The call could not be made. Check that the server speaks this carrier.'
}
