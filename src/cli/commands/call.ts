/** `replywire call`: calls an operation of an agent, over any carrier, and prints the outcome. */
import { fetchLong } from '../../carriers/http/send.ts'
import { addressForms, isCarried, readAddress } from '../../client/address.ts'
import type { CallOptions, Client, ConnectOptions } from '../../client/client.ts'
import { connect } from '../../client/connect.ts'
import type { OfferedOperation, Reply } from '../../client/connection.ts'
import { ReplywireError } from '../../errors.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Moment } from '../../outcome/moment.ts'
import { answererOf } from '../agents/answer-needs.ts'
import { headersFor, timeoutOf, urlOf } from '../agents/call-options.ts'
import { processEnvironment } from '../agents/environment.ts'
import { listOperations } from '../agents/list-operations.ts'
import { inputsFor } from '../agents/read-inputs.ts'
import { reportReply } from '../agents/report-reply.ts'
import { momentsShown } from '../agents/show-moments.ts'
import { isSilent, silentText } from '../agents/silent-address.ts'
import { chooseContract, type NamedContract, spell } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { callOptions } from '../table/agents.ts'
import { unknownWord, usageError } from '../usage.ts'

/** The most rounds of questions. */
const mostRounds = 20

async function signingOf(file: string | undefined): Promise<ConnectOptions['sign']> {
  if (file === undefined) return undefined
  const { openKeyRing } = await import('../../runtime/key-ring.ts')
  // The file that was named, whatever keys the environment has.
  return { signer: await openKeyRing(file, { env: {} }).signer('request-signing') }
}

export async function run(invocation: Invocation<typeof callOptions>): Promise<number> {
  const { values, terminal } = invocation
  const [address, operation, ...words] = urlOf(invocation.positionals)
  const timeoutMs = timeoutOf(values.timeout)
  const client = connect(checked(address), {
    contract: await contractOf(address, values.contract),
    headers: headersFor(invocation, address),
    sign: await signingOf(values['sign-key']),
    env: processEnvironment(),
    connectMs: timeoutMs,
    fetch: fetchLong as typeof fetch,
    // One call is too few to leave an agent alone for.
    breaker: false,
  })
  const controller = new AbortController()
  const { signal } = controller
  const stop = (): void => controller.abort(new ReplywireError('ERR_UNREADABLE', 'Interrupted; the call is cancelled.'))
  process.once('SIGINT', stop)
  try {
    await client.open({ signal, timeoutMs })
    const offered = await client.list({ signal, timeoutMs })
    if (operation === undefined) {
      if (offered === undefined) {
        if (await isSilent(address, signal)) throw usageError(silentText(address))
        throw usageError('The agent does not list its operations; name an operation or a task type.')
      }
      return listOperations(offered, address, terminal, values.all)
    }
    const found = foundIn(offered, operation, address)
    const input = await inputsFor(found, words)
    checkPath(found, input)
    const answerer = await answererOf(values.answer ?? [], terminal)
    const options: CallOptions = {
      signal,
      timeoutMs,
      wait: values.wait,
      onElicit: needs => answerer(needs),
      ...(values.approval === undefined ? undefined : { approvalTokens: values.approval }),
    }
    const show = momentsShown(terminal)
    // With --json the outcome is the only line, unless a stream was requested.
    const shows = values.stream === true || (values.wait === true && !terminal.json)
    const first = values.stream
      ? await streamed(client, operation, input, options, show)
      : await client.call(operation, input, shows ? { ...options, onMoment: show } : options)
    const { reply, approved } = await answering(
      client,
      first,
      answerer,
      shows ? { ...options, onMoment: show } : options,
    )
    if (signal.aborted) throw signal.reason
    return reportReply(reply, approved, terminal)
  } catch (error) {
    if (!signal.aborted) throw error
    if (!terminal.json) terminal.err.line(`${terminal.err.style.warn('!')} Interrupted; the call is cancelled.`)
    return exitCodes.interrupted
  } finally {
    process.removeListener('SIGINT', stop)
    await client.close()
  }
}

/** A request cannot be sent without a part of its path. */
function checkPath(found: OfferedOperation | undefined, input: JsonObject): void {
  const names = [...(found?.route ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const missing = names.find(name => `${input[name] ?? ''}` === '')
  if (missing === undefined) return
  throw usageError(`${missing} is missing: ${found?.route} needs it. Give ${missing}=….`)
}

function checked(address: string): string {
  if (isCarried(address)) return address
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address.replace(/\/+$/, '')
  const hint =
    /^[\w.-]+(?::\d+)?(?:\/|$)/.test(address) && /[.:]/.test(address) ? ` Did you mean http://${address}?` : ''
  throw usageError(`"${printable(address)}" is not the URL of an agent: ${addressForms}.${hint}`)
}

/** The contract of the answers, which must be available over the carrier of the address. */
async function contractOf(address: string, text: string | undefined): Promise<NamedContract | undefined> {
  if (text === undefined) return undefined
  const chosen = await chooseContract(text)
  const { kind } = readAddress(checked(address))
  const carrier = kind === 'stdio' ? 'mcp' : kind
  if (chosen.edition[carrier] === undefined) {
    throw usageError(`${spell(chosen)} is not available over ${carrier.toUpperCase()}.`)
  }
  return chosen
}

const kinds: Readonly<Record<string, string>> = { a2a: 'skill', mcp: 'tool', http: 'operation' }

function foundIn(
  offered: readonly OfferedOperation[] | undefined,
  name: string,
  address: string,
): OfferedOperation | undefined {
  const found = offered?.find(candidate => candidate.name === name)
  // An agent whose card lists no skill may still have some; routes, task types and second names are not listed.
  if (found !== undefined || offered === undefined || offered.length === 0) return found
  if (name.includes('/') || (address.startsWith('http') && /^[A-Z][A-Z0-9_]*$/.test(name))) return undefined
  const names = offered.filter(({ isBuiltIn }) => isBuiltIn !== true).map(candidate => candidate.name)
  const kind = kinds[address.slice(0, address.indexOf('+')).slice(0, 3)] ?? 'operation'
  throw unknownWord(kind, name, names, `There are ${printable(names.join(', '))}.`)
}

async function streamed(
  client: Client,
  operation: string,
  input: JsonObject,
  options: CallOptions,
  show: (moment: Moment) => void,
): Promise<Reply> {
  const moments = client.stream(operation, input, options)
  for await (const moment of moments) show(moment)
  return moments.reply
}

/** Continues the call as long as its questions can be answered. */
async function answering(
  client: Client,
  first: Reply,
  answerer: Awaited<ReturnType<typeof answererOf>>,
  options: CallOptions,
): Promise<{ reply: Reply; approved: ReadonlySet<string> }> {
  const approved = new Set<string>()
  let reply = first
  for (let round = 0; round < mostRounds && reply.outcome.kind === 'paused'; round++) {
    const { needs } = reply.outcome
    // The agent asks again although this caller approved: somebody else has to.
    if (needs.every(need => need.kind === 'approval' && approved.has(need.key))) break
    const answers = await answerer(needs)
    if (answers === undefined) break
    for (const need of needs) if (need.kind === 'approval' && answers.approve === true) approved.add(need.key)
    reply = await client.answer(reply, answers, options)
  }
  return { reply, approved }
}
