/** The agent that answers: the one of a module, or a remote one. */
import { fetchLong } from '../../carriers/http/send.ts'
import { isCarried } from '../../client/address.ts'
import { type AnswerOptions, agentHandler, type FileRequest, type RequestHandler } from '../../files/index.ts'
import { bearer, mayReceiveToken } from '../agents/call-options.ts'
import { processEnvironment } from '../agents/environment.ts'
import { loadAgent } from '../agents/load-agent.ts'
import { chooseContract, spell } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import type { answerOptions } from '../table/files.ts'
import { notify } from '../terminal.ts'
import { usageError } from '../usage.ts'

type AnswerInvocation = Invocation<typeof answerOptions>

export interface Answerer {
  /** Who it is, for people. */
  readonly title: string
  readonly handler: RequestHandler
  /** Which requests it takes, and how large they may be. */
  readonly limits: Pick<AnswerOptions, 'accepts' | 'maxRequestBytes'>
  /** Ends what it keeps open. */
  close(): Promise<void>
}

export async function answererOf(invocation: AnswerInvocation, fileWord = 'FILE'): Promise<Answerer> {
  const { values, given, positionals, terminal } = invocation
  const [file] = positionals
  const { url, contract } = values
  const bytes = values['max-request-bytes']
  const limits = { accepts: acceptsOf(values.only), ...(bytes !== undefined && { maxRequestBytes: bytes }) }
  if (file !== undefined) {
    if (given.has('url')) throw usageError(`${fileWord} and --url exclude each other: one agent answers.`)
    return ofAgent(file, values.store, limits)
  }
  if (url === undefined) throw usageError(`Name the agent that answers: ${fileWord}, or --url URL.`)
  const [{ remoteHandler }, { connect }, { readAddress }] = await Promise.all([
    import('./remote.ts'),
    import('../../client/connect.ts'),
    import('../../client/address.ts'),
  ])
  const chosen = contract === undefined ? undefined : await chooseContract(contract)
  const { kind } = readAddress(checked(url))
  const carrier = kind === 'stdio' ? 'mcp' : kind
  if (chosen === undefined && kind === 'http') {
    throw usageError('--contract is missing: name the contract of the agent at --url.')
  }
  if (chosen !== undefined && chosen.edition[carrier] === undefined) {
    throw usageError(`${spell(chosen)} is not available over ${carrier.toUpperCase()}.`)
  }
  const token = given.has('token') || mayReceiveToken(url) ? values.token : undefined
  const client = connect(url, {
    contract: chosen,
    isEndpoint: true,
    fetch: fetchLong as typeof fetch,
    headers: token === undefined ? undefined : { authorization: `Bearer ${bearer(token)}` },
    env: kind === 'stdio' ? processEnvironment() : undefined,
  })
  const handler = remoteHandler(client, values.tool, line => notify(terminal, line))
  return { title: printable(client.title), handler, limits, close: () => client.close() }
}

/** An agent of a file. Its calls take the same stages as on a server: steps, keys and approvals last in the store. */
async function ofAgent(file: string, store: string | undefined, limits: Answerer['limits']): Promise<Answerer> {
  const [{ agent }, { openFileCalls }] = await Promise.all([loadAgent(file), import('../../server/file-calls.ts')])
  const calls = await openFileCalls(agent, store === undefined ? {} : { store })
  const handler = agentHandler(agent, { perform: (call, signal) => calls.run(call, signal) })
  return { title: `the agent ${agent.name}`, handler, limits, close: () => calls.close() }
}

function checked(url: string): string {
  if (isCarried(url)) return url
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '')
    return url
  throw usageError('--url takes an http or https address without a password; a token goes into --token.')
}

function acceptsOf(only: string | undefined): (request: FileRequest) => boolean {
  if (only === undefined) return () => true
  const names = new Set(only.split(',').map(name => name.trim()))
  return ({ agent }) => names.has(agent)
}

/** Ends the process even if an agent that was stopped does not notice, or keeps something open. */
export function leaveAgents(): void {
  setTimeout(() => process.exit(), 200).unref()
}
