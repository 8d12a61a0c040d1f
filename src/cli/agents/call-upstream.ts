/** `replywire call` to an MCP server or an A2A agent. */
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Paused } from '../../outcome/outcome.ts'
import { readAddress } from '../../upstream/address.ts'
import { openUpstream } from '../../upstream/open.ts'
import type { CallOptions, OfferedOperation, Upstream, UpstreamAnswer } from '../../upstream/upstream.ts'
import { chooseContract, type NamedContract, spell } from '../choose-contract.ts'
import { count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { callOptions } from '../table/agents.ts'
import type { Terminal } from '../terminal.ts'
import { unknownWord, usageError } from '../usage.ts'
import { answererOf, howOthersApprove, howToAnswer } from './answer-needs.ts'
import { headersFor, timeoutOf } from './call-options.ts'
import { ownEnvironment } from './environment.ts'
import { listOperations } from './list-operations.ts'
import { readInputs, resolved } from './plan-call.ts'
import { questionOf, showMoment, showOutcome } from './show-outcome.ts'

/** The most rounds of questions. */
const mostRounds = 20

export async function callUpstream(invocation: Invocation<typeof callOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [address = '', operation, ...words] = positionals
  const timeoutMs = timeoutOf(values.timeout)
  const chosen = await contractOf(address, values.contract)
  const upstream = await openUpstream(asking(address, chosen), {
    contract: chosen,
    headers: headersFor(invocation, address),
    env: ownEnvironment(),
    connectMs: timeoutMs,
  })
  const controller = new AbortController()
  const stop = (): void => controller.abort(new ReplywireError('ERR_UNREADABLE', 'Interrupted; the call is cancelled.'))
  process.once('SIGINT', stop)
  const { signal } = controller
  try {
    await upstream.open({ signal })
    const offered = (await upstream.operations({ signal })) ?? []
    if (operation === undefined) return listOperations(offered, address, terminal)
    const found = foundIn(offered, operation, address)
    const input = await inputsFor(found, words)
    const exchange = { requestId: crypto.randomUUID() }
    const { approval: tokens } = values
    const call: Call = { operation, input, exchange, ...(tokens && { approvalTokens: [...tokens] }) }
    const shows = values.stream === true || values.wait === true
    const { answered, approved } = await answering(upstream, call, await answererOf(values.answer ?? [], terminal), {
      signal,
      timeoutMs,
      wait: values.wait,
      ...(shows ? { onMoment: moment => showMoment(moment, terminal) } : undefined),
    })
    return report(answered, approved, terminal)
  } catch (error) {
    if (!signal.aborted) throw error
    if (!terminal.json) terminal.err.line(`${terminal.err.style.warn('!')} Interrupted; the call is cancelled.`)
    return exitCodes.interrupted
  } finally {
    process.removeListener('SIGINT', stop)
    await upstream.close()
  }
}

/** The contract of the answers, which must be available over the address's carrier. */
async function contractOf(address: string, text: string | undefined): Promise<NamedContract | undefined> {
  if (text === undefined) return undefined
  const chosen = await chooseContract(text)
  const { kind } = readAddress(address)
  const carrier = kind === 'stdio' ? 'mcp' : kind
  if (chosen.edition[carrier] === undefined) {
    throw usageError(`${spell(chosen)} is not available over ${carrier.toUpperCase()}.`)
  }
  return chosen
}

/** The address, with the parameter by which a Replywire server is asked for a contract. */
function asking(address: string, chosen: NamedContract | undefined): string {
  if (chosen === undefined || readAddress(address).kind === 'stdio') return address
  const plus = address.indexOf('+') + 1
  const url = new URL(address.slice(plus))
  url.searchParams.set('envelope', chosen.envelope)
  return address.slice(0, plus) + url.href
}

function foundIn(offered: readonly OfferedOperation[], name: string, address: string): OfferedOperation | undefined {
  const found = offered.find(candidate => candidate.name === name)
  // An agent whose card lists no skill may still have some; and tools that report tasks may go by a second name.
  if (found !== undefined || offered.length === 0 || name.includes('/')) return found
  const names = offered.map(candidate => candidate.name)
  throw unknownWord(
    address.startsWith('a2a') ? 'skill' : 'tool',
    name,
    names,
    `There are ${printable(names.join(', '))}.`,
  )
}

function inputsFor(found: OfferedOperation | undefined, words: readonly string[]): Promise<JsonObject> {
  const root = found?.input ?? {}
  const properties = isObject(root.properties) ? root.properties : {}
  const schemaOf = (name: string): JsonObject => {
    const schema = Object.hasOwn(properties, name) ? resolved(properties[name], root) : undefined
    return isObject(schema) ? schema : {}
  }
  return readInputs(words, schemaOf, root)
}

/** Calls, and repeats the call as long as its questions can be answered. */
async function answering(
  upstream: Upstream,
  call: Call,
  answerer: Awaited<ReturnType<typeof answererOf>>,
  options: CallOptions,
): Promise<{ answered: UpstreamAnswer; approved: ReadonlySet<string> }> {
  const approved = new Set<string>()
  const onElicit: CallOptions['onElicit'] = needs => answerer(needs)
  let answered = await upstream.call(call, { ...options, onElicit })
  for (let round = 0; round < mostRounds && answered.outcome.kind === 'paused'; round++) {
    const pause: Paused = answered.outcome
    // The agent asks again although this caller approved: somebody else has to.
    if (pause.needs.every(need => need.kind === 'approval' && approved.has(need.key))) break
    const answers = await answerer(pause.needs)
    if (answers === undefined) break
    for (const need of pause.needs) {
      if (need.kind === 'approval' && answers.approve === true) approved.add(need.key)
    }
    const { conversationId } = answered.exchange
    const exchange = { ...call.exchange, ...(conversationId === undefined ? undefined : { conversationId }) }
    answered = await upstream.call({ ...call, exchange }, { ...options, onElicit, pause, answers })
  }
  return { answered, approved }
}

/** Whether a pause can be answered: the pause of another contract over MCP has no second round. */
function acceptsAnswers({ outcome, wire }: UpstreamAnswer): boolean {
  return wire?.carrier !== 'mcp' || outcome.extra?.mcp?.resultType !== undefined
}

function report(answered: UpstreamAnswer, approved: ReadonlySet<string>, terminal: Terminal): number {
  const { outcome, exchange, findings, contract, wire, declined } = answered
  const needs = outcome.kind === 'paused' ? outcome.needs : []
  const others = needs.filter(need => need.kind === 'approval' && (approved.has(need.key) || !acceptsAnswers(answered)))
  const toOthers = others.flatMap(need => howOthersApprove(need, outcome))
  const notices = terminal.json ? [...answered.notes, ...toOthers] : answered.notes
  const { err, json } = terminal
  if (!json) {
    const { warn, dim } = err.style
    for (const line of notices) err.line(`${warn('!')} ${printable(line)}`)
    for (const need of declined) {
      err.line(`${warn('?')} ${printable(questionOf(need))} ${dim(`(declined; ${howToAnswer(need)})`)}`)
    }
    const broken = findings.filter(({ level }) => level === 'must')
    if (broken.length > 0 && contract !== undefined) {
      const rules = [...new Set(broken.map(({ rule }) => rule))].join(', ')
      const where = `${contract.id}@${contract.version} in ${count(broken.length, 'place')}`
      err.line(`${warn('!')} ${printable(`the answer breaks ${where} (${rules}); it was read tolerantly`)}`)
    }
  }
  const reading = wire?.body.json()
  const body = reading?.ok ? reading.value : wire?.body.text()
  const more = {
    exchange,
    contract,
    findings,
    notices,
    declined,
    ...(wire && { wire: { carrier: wire.carrier, body } }),
  }
  const code = showOutcome(outcome, more, terminal)
  if (!json) {
    const answerable = needs.filter(need => !others.includes(need)).map(howToAnswer)
    for (const line of [...answerable, ...toOthers]) err.line(err.style.dim(`    ${line}`))
  }
  return code
}
