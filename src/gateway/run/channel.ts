/** Questions and answers between a supervisor and its workers. */
import { ReplywireError, type ReplywireErrorCode } from '../../errors.ts'
import type { GatewayConfig } from '../config.ts'

/** What can be asked, and what is answered. */
export interface Questions {
  /** Of a worker: open the gateway. Answered when it listens. */
  start: { readonly ask: GatewayConfig; readonly answer: { readonly urls: readonly string[] } }
  reload: { readonly ask: GatewayConfig; readonly answer: null }
  metrics: { readonly ask: null; readonly answer: object }
  /** Stop; answered by the end of the process. */
  drain: { readonly ask: null; readonly answer: null }
  /** Of the supervisor: a place for a stream. Answered with its number, 0 when there are too many. */
  enterStream: { readonly ask: { readonly key: string; readonly most: number }; readonly answer: number }
  leaveStream: { readonly ask: number; readonly answer: null }
  /** Of the supervisor: the metrics of all workers as a text. */
  mergedMetrics: { readonly ask: null; readonly answer: { readonly contentType: string; readonly text: string } }
}

type Kind = keyof Questions

export type ChannelAnswers = { readonly [K in Kind]?: (ask: Questions[K]['ask']) => Promise<Questions[K]['answer']> }

/** Either end of a pipe between processes. */
export interface Pipe {
  send(message: object): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type Message =
  | { readonly replywire: 'ask'; readonly id: number; readonly kind: Kind; readonly value: unknown }
  | { readonly replywire: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly replywire: 'failed'; readonly id: number; readonly failure: Failure }

/** An error as the other process can make it again: what users read of it depends on its kind. */
interface Failure {
  readonly message: string
  /** Of Replywire. */
  readonly known?: ReplywireErrorCode | undefined
  /** Of the operating system. */
  readonly code?: string | undefined
  readonly address?: string | undefined
  readonly port?: number | undefined
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

export class Channel {
  readonly #pipe: Pipe
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  constructor(pipe: Pipe, answers: ChannelAnswers) {
    this.#pipe = pipe
    pipe.on('message', message => {
      if (isMessage(message)) this.#receive(message, answers)
    })
  }

  /** Asks the other process; rejects if it refuses, leaves, or takes too long. */
  ask<K extends Kind>(kind: K, value: Questions[K]['ask'], timeoutMs: number): Promise<Questions[K]['answer']> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id)?.reject(late(kind, timeoutMs)), timeoutMs)
      this.#waiting.set(id, {
        resolve: answer => {
          clearTimeout(timer)
          resolve(answer as Questions[K]['answer'])
        },
        reject: error => {
          clearTimeout(timer)
          reject(error)
        },
      })
      this.#send({ replywire: 'ask', id, kind, value })
    })
  }

  /** The other process has ended. */
  end(message: string): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(new Error(message))
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #receive(message: Message, answers: ChannelAnswers): void {
    if (message.replywire === 'answer') this.#settle(message.id)?.resolve(message.value)
    else if (message.replywire === 'failed') this.#settle(message.id)?.reject(errorOf(message.failure))
    else {
      const { id, kind, value } = message
      const answer = answers[kind] as ((ask: unknown) => Promise<unknown>) | undefined
      Promise.resolve(answer?.(value)).then(
        found => this.#send({ replywire: 'answer', id, value: found ?? null }),
        (error: unknown) => {
          this.#send({ replywire: 'failed', id, failure: failureOf(error) })
        },
      )
    }
  }

  /** The other end may be gone: that is known by the end of its process. */
  #send(message: Message): void {
    try {
      this.#pipe.send(message)
    } catch {
      // As above.
    }
  }
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'replywire' in message
}

function late(kind: Kind, timeoutMs: number): ReplywireError {
  const text = `A process of the gateway has not answered within ${timeoutMs / 1000} seconds (${kind}).`
  return new ReplywireError('ERR_USAGE', text)
}

function failureOf(error: unknown): Failure {
  if (error instanceof ReplywireError) return { message: error.message, known: error.code }
  if (!(error instanceof Error)) return { message: 'it failed' }
  const { message, code, address, port } = error as NodeJS.ErrnoException & Pick<Failure, 'address' | 'port'>
  return { message, code, address, port }
}

function errorOf({ message, known, ...more }: Failure): Error {
  return known === undefined ? Object.assign(new Error(message), more) : new ReplywireError(known, message)
}
