/** Reads an answer that was obtained elsewhere. Loaded for one. */
import { fault } from '../../outcome/fault.ts'
import type { Clock } from '../clock.ts'
import type { Reply } from '../connection.ts'
import type { WaitOptions } from '../within.ts'
import { limitsOf } from './limits.ts'
import { type AnswerReader, type GivenContract, noReply } from './read.ts'
import { type HttpBounds, receive } from './request.ts'

export interface ResponseTools {
  readonly answers: AnswerReader
  readonly bounds: HttpBounds
  readonly clock: Clock
  readonly given: GivenContract | undefined
  /** How long an answer in one piece may take, where the caller states no time. */
  readonly defaults: { readonly totalMs: number }
}

export async function readResponse(
  response: Response,
  { signal, timeoutMs }: WaitOptions,
  { answers, bounds, clock, given, defaults }: ResponseTools,
): Promise<Reply> {
  if (response.bodyUsed) {
    return noReply(fault('dependency', 'The answer was read before.', { code: 'BROKEN_OFF', recovery: 'stop' }))
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const limits = limitsOf(signal, timeoutMs ?? (isStream ? undefined : defaults.totalMs))
  limits.touch(bounds.idleMs)
  try {
    const got = await receive(response, limits, bounds, new URL(response.url || 'http://unknown'))
    if (got.kind === 'fault') return noReply(got.fault)
    if (got.kind === 'wire') return await answers.read(got.wire, given)
    const { readEvents } = await import('./stream.ts')
    const source = { ...got, resumeAt: undefined, headers: {}, given }
    return await readEvents(source, { answers, bounds, limits, clock })
  } finally {
    limits.clear()
  }
}
