/** A body that is handed on as it comes, at the speed of its reader. */
import type { BodySink, StreamBody } from '../../carriers/http/message.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { answerHeaders } from '../forward-headers.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { Target } from '../upstream/target.ts'
import type { UpstreamBody, UpstreamHead } from '../upstream/upstream-call.ts'
import { outcomeOfStatus } from '../verify.ts'

/** More than this may not wait for a slow reader. */
export const mostUnread = 64 * 1024

class PipedBody implements StreamBody {
  readonly #source: UpstreamBody
  readonly #release: () => void

  constructor(source: UpstreamBody, release: () => void) {
    this.#source = source
    this.#release = release
  }

  open(sink: BodySink): { taken(): void; gone(): void } {
    const source = this.#source
    source.read({
      data(chunk) {
        sink.write(chunk)
        if (sink.unread > mostUnread) source.pause()
      },
      end: () => {
        this.#release()
        sink.end()
      },
      failed: () => {
        this.#release()
        sink.abort()
      },
    })
    return {
      taken: () => source.resume(),
      gone: () => {
        this.#release()
        source.cancel()
      },
    }
  }
}

/** Hands on an answer that is not verified. */
export function pipeBody(
  call: GatewayCall,
  { status, headers: received }: UpstreamHead,
  source: UpstreamBody,
  { origin, prefix }: Target,
): RunResult {
  const { headers, cookies } = answerHeaders(received, origin, prefix)
  Object.assign(headers, call.compiled.contractHeaders)
  const length = received['content-length']
  if (typeof length === 'string') headers['content-length'] = length
  const outcome = outcomeOfStatus(status)
  const body = new PipedBody(source, call.open.hold())
  call.forwarded = { status, headers, cookies, body, outcome, isStream: false }
  return { outcome, exchange: {} }
}
