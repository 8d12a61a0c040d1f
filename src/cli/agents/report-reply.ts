/** A reply in words for people, or as JSON: one form for every carrier. */
import type { Reply } from '../../client/connection.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Need } from '../../outcome/need.ts'
import { count, printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { howOthersApprove, howToAnswer } from './answer-needs.ts'
import { questionOf, showOutcome } from './show-outcome.ts'

/** Prints a reply, and returns the exit code. `approved`: what this caller approved already. */
export function reportReply(reply: Reply, approved: ReadonlySet<string>, terminal: Terminal): number {
  const { outcome, exchange, findings, contract, wire, declined } = reply
  const needs = outcome.kind === 'paused' ? outcome.needs : []
  const others = needs.filter(need => isForOthers(need, reply, approved))
  const place = approvalPlace(reply)
  const toOthers = others.flatMap(need => howOthersApprove(need, { ...outcome, ...(place && { approval: place }) }))
  const notices = terminal.json ? [...reply.notes, ...toOthers] : reply.notes
  const { err, json } = terminal
  if (!json) {
    const { warn, dim } = err.style
    for (const line of notices) err.line(`${warn('!')} ${printable(line)}`)
    for (const need of declined) {
      err.line(`${warn('?')} ${printable(questionOf(need))} ${dim(`(declined; ${howToAnswer(need)})`)}`)
    }
    const line = brokenRules(reply)
    if (line !== undefined) err.line(`${warn('!')} ${printable(line)}`)
  }
  const more = { exchange, contract, findings, notices, declined, ...(wire && { wire: wireView(reply) }) }
  const code = showOutcome(outcome, more, terminal)
  if (!json) {
    const answerable = needs.filter(need => !others.includes(need)).map(howToAnswer)
    for (const line of [...answerable, ...toOthers]) err.line(err.style.dim(`    ${line}`))
    const how = readAs(reply)
    if (how !== undefined) err.line(err.style.dim(printable(how)))
  }
  return outcome.kind === 'failed' && wire === undefined && unanswered.has(outcome.fault.code) ? exitCodes.usage : code
}

/** Codes of calls that got no answer. */
const unanswered: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'UNAVAILABLE',
  'CIRCUIT_OPEN',
  'REDIRECTED',
  'BROKEN_OFF',
  'STREAM_CUT',
  'ANSWER_TOO_LARGE',
  'TIMEOUT',
])

/** Whether an approval is for somebody else: this caller gave it, or has no way to give it. */
function isForOthers(need: Need, { outcome, wire }: Reply, approved: ReadonlySet<string>): boolean {
  if (need.kind !== 'approval') return false
  // Over plain HTTP a token shows that somebody approved; over MCP the pause of another contract has no second round.
  const isAnswerable = wire?.carrier === 'mcp' ? outcome.extra?.mcp?.resultType !== undefined : wire?.carrier === 'a2a'
  return approved.has(need.key) || !isAnswerable
}

function approvalPlace({ wire }: Reply): string | undefined {
  const link = wire?.carrier === 'http' ? wire.headers.link : undefined
  return /<([^<>]*)>\s*;\s*rel="?approval"?/.exec(link ?? '')?.[1]
}

function brokenRules({ findings, contract }: Reply): string | undefined {
  const broken = findings.filter(({ level }) => level === 'must')
  if (broken.length === 0 || contract === undefined) return undefined
  const rules = [...new Set(broken.map(({ rule }) => rule))].join(', ')
  return `the answer breaks ${contract.id}@${contract.version} in ${count(broken.length, 'place')} (${rules}); it was read tolerantly`
}

/** The status, and the contract that the answer was read by. */
function readAs({ wire, contract }: Reply): string | undefined {
  const status = wire?.carrier === 'http' && wire.status !== undefined ? [`HTTP ${wire.status}`] : []
  const by = contract === undefined ? [] : [`${contract.id}@${contract.version} (${contract.reason})`]
  return status.length + by.length === 0 ? undefined : [...status, ...by].join(', ')
}

function wireView({ wire }: Reply): Json {
  if (wire === undefined) return null
  const reading = wire.body.json()
  const body = reading.ok ? reading.value : wire.body.text()
  if (wire.carrier !== 'http') return { carrier: wire.carrier, body }
  const { status = null, headers } = wire
  return { carrier: 'http', status, headers: { ...headers }, body }
}
