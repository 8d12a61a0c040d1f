/** Who answers: the agent of a file, or one behind a URL. */
import { type Asked, agentHandler, type Handler } from '../../files/index.ts'
import { loadAgent } from '../agents/load-agent.ts'
import { chooseContract } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import type { FileInvocation } from '../commands/file.ts'
import { usageError } from '../usage.ts'

export interface Answerer {
  /** Who it is, for people. */
  readonly title: string
  readonly handler: Handler
  readonly accepts: (asked: Asked) => boolean
}

export async function answererOf({ values, terminal }: FileInvocation): Promise<Answerer> {
  const { agent, url, contract } = values
  if ((agent === undefined) === (url === undefined)) {
    throw usageError('Say who answers: --agent FILE, or --url URL with --contract ID.')
  }
  const accepts = acceptsOf(values.only)
  if (agent !== undefined) {
    if (contract !== undefined) throw usageError('--contract goes with --url: an agent of a file needs none.')
    const { agent: loaded } = await loadAgent(agent)
    return { title: `the agent ${loaded.name}`, handler: agentHandler(loaded), accepts }
  }
  if (contract === undefined) throw usageError('--contract is missing: name what the agent at --url speaks.')
  const { remoteHandler } = await import('./remote.ts')
  const chosen = await chooseContract(contract)
  const notice = (line: string): void => terminal.err.line(`${terminal.err.style.warn('!')} ${line}`)
  const handler = remoteHandler(url ?? '', chosen, tokenOf(values['token-env']), notice)
  return { title: `${chosen.contract.id} at ${printable(url ?? '')}`, handler, accepts }
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
