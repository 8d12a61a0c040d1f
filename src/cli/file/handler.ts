/** Who answers: the agent of a file, or one behind a URL. */
import { type AnswerOptions, type Asked, agentHandler, type Handler } from '../../files/index.ts'
import { isCarried } from '../../upstream/address.ts'
import { ownEnvironment } from '../agents/environment.ts'
import { loadAgent } from '../agents/load-agent.ts'
import { chooseContract, spell } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import type { FileInvocation } from '../commands/file.ts'
import { notify } from '../terminal.ts'
import { usageError } from '../usage.ts'
import { requestSizeOf } from './request-size.ts'

export interface Answerer {
  /** Who it is, for people. */
  readonly title: string
  readonly handler: Handler
  /** Which requests it takes, and how large they may be. */
  readonly limits: Pick<AnswerOptions, 'accepts' | 'maxRequestBytes'>
  /** Ends what it keeps open. */
  close(): Promise<void>
}

export async function answererOf({ values, terminal }: FileInvocation): Promise<Answerer> {
  const { agent, url, contract } = values
  if ((agent === undefined) === (url === undefined)) {
    throw usageError('Say who answers: --agent FILE, or --url URL with --contract ID.')
  }
  const limits = { accepts: acceptsOf(values.only), ...requestSizeOf(values['max-request-bytes']) }
  if (url === undefined) {
    const lone = (['contract', 'operation', 'token-env'] as const).find(name => values[name] !== undefined)
    if (lone !== undefined) throw usageError(`--${lone} goes with --url: an agent of a file needs none.`)
    return ofAgent(agent ?? '', values, limits)
  }
  if (values.store !== undefined) throw usageError('--store goes with --agent: a remote agent has a store of its own.')
  const [{ remoteHandler }, { openUpstream }, { readAddress }] = await Promise.all([
    import('./remote.ts'),
    import('../../upstream/open.ts'),
    import('../../upstream/address.ts'),
  ])
  const chosen = contract === undefined ? undefined : await chooseContract(contract)
  const { kind } = readAddress(checked(url))
  const carrier = kind === 'stdio' ? 'mcp' : kind
  if (chosen === undefined && kind === 'http') {
    throw usageError('--contract is missing: name what the agent at --url speaks.')
  }
  if (chosen !== undefined && chosen.edition[carrier] === undefined) {
    throw usageError(
      `${spell(chosen)} is not spoken over ${carrier === 'mcp' ? 'MCP' : carrier === 'a2a' ? 'A2A' : 'HTTP'}.`,
    )
  }
  const token = tokenOf(values['token-env'])
  const upstream = await openUpstream(url, {
    contract: chosen === undefined ? undefined : spell(chosen),
    headers: token === undefined ? undefined : { authorization: `Bearer ${token}` },
    env: kind === 'stdio' ? ownEnvironment() : undefined,
  })
  const handler = remoteHandler(upstream, values.operation, line => notify(terminal, line))
  return { title: printable(upstream.title), handler, limits, close: () => upstream.close() }
}

/** An agent of a file. Its calls take the same stages as on a server: steps, keys and approvals last in the store. */
async function ofAgent(
  file: string,
  { store }: FileInvocation['values'],
  limits: Answerer['limits'],
): Promise<Answerer> {
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
  throw usageError('--url takes an http or https address without a password; a token goes into --token-env.')
}

function acceptsOf(only: string | undefined): (asked: Asked) => boolean {
  if (only === undefined) return () => true
  const names = new Set(only.split(',').map(name => name.trim()))
  return ({ agent }) => names.has(agent)
}

function tokenOf(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined
  const token = process.env[variable]
  if (token !== undefined && token !== '') return token
  throw usageError(`The environment variable ${printable(variable)} is empty; put the token into it.`)
}

/** Ends the process even if an agent that was stopped does not hear it, or keeps something open. */
export function leaveAgents(): void {
  setTimeout(() => process.exit(), 200).unref()
}
