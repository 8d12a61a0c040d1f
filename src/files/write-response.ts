/** Writing the answer to a request: never over another answer, durable before it is acknowledged. */
import type { Loss } from '../codec/loss.ts'
import { type Exchange, seal } from '../outcome/exchange.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { face } from './contract.ts'
import { writeNew } from './disk/write-file.ts'
import { classifyResponse, putAside, type SetAside } from './read-response.ts'
import type { FileRequest } from './request.ts'

/** What `writeResponse` writes besides the outcome. */
export interface WriteResponseOptions {
  /** How long the agent worked, measured. */
  durationMs: number
  /** More about the exchange: what a run adds, such as a query echo. */
  exchange?: Exchange | undefined
  now?: () => Date
}

/** The response file that was written. */
export interface WrittenResponse {
  /** False: the request was answered before, and that answer stays. */
  written: boolean
  /** Absolute. */
  file: string
  losses: Loss[]
  setAside: SetAside[]
}

/**
 * Writes an outcome as the response file of a request. What else is under its name is set aside; an answer to
 * the same request is kept, and `written` is false. When this returns the file is on the disk.
 *
 * @example
 * await writeResponse(fileRequest, completed({ sections: [] }), { durationMs: 1240 })
 */
export async function writeResponse(
  request: Pick<FileRequest, 'responseFile' | 'requestId' | 'createdAt' | 'agent'>,
  outcome: Outcome,
  { durationMs, exchange = {}, now = () => new Date() }: WriteResponseOptions,
): Promise<WrittenResponse> {
  const { responseFile: file, requestId, createdAt } = request
  const responseExchange = {
    ...exchange,
    requestId,
    operation: request.agent,
    at: notBefore(createdAt, now()),
    durationMs,
  }
  const { wire, losses } = face.encode(outcome, seal(responseExchange))
  const moved: SetAside[] = []
  while (!writeNew(file, wire.body.bytes)) {
    const response = classifyResponse(file, { requestId, createdAt })
    if (response.kind === 'own') return { written: false, file, losses, setAside: moved }
    const done = response.kind === 'absent' ? undefined : putAside(file, response)
    if (done !== undefined) moved.push(done)
  }
  return { written: true, file, losses, setAside: moved }
}

/** An answer is never earlier than its question: where two clocks disagree, the one that asked counts. */
function notBefore(createdAt: string | undefined, now: Date): string {
  return createdAt !== undefined && Date.parse(createdAt) > now.getTime() ? createdAt : now.toISOString()
}
