/** Streams of the profile (§11): it defines their head and framing, and no vocabulary. */
import type { Face, Stream, StreamHead } from '../../codec/contract.ts'
import { withForeignEvents } from '../../codec/foreign-stream.ts'
import { plainStream } from '../../codec/plain-stream.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { type HttpWire, lacksHeader } from '../../wire/http.ts'
import { breachFinding } from './breach-message.ts'
import { rule } from './rules.ts'
import { contractId } from './status.ts'
import { profileBreach } from './validate.ts'

export function streamOf(version: string, http: Face<HttpWire>): Stream {
  const plain = plainStream(contractId, http)
  return { ...withForeignEvents(contractId, plain), checkHead: head => checkHead(head, version, plain) }
}

/** §11.3; v0.1 has no streams of its own, and the profile header on every answer. */
function checkHead(head: StreamHead, version: string, plain: Stream): Finding[] {
  const shared = plain.checkHead?.(head) ?? []
  const profile = profileBreach(head, version)
  const findings = profile === undefined ? shared : [...shared, breachFinding(profile)]
  const cache = head.headers['cache-control']
  const isKnown = cache !== undefined || (head.status !== undefined && lacksHeader(head, 'cache-control'))
  if (version === '0.1' || !isKnown || /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(cache ?? '')) return findings
  // One finding for one header: the stricter.
  return [...findings.filter(({ rule: id }) => id !== 'sse/cache-control'), finding(rule('yaagents/stream-cache'), '')]
}
