/** Calls of an agent over any carrier, for the page. The client of each carrier is loaded when it is used. */
import type { Client, ConnectOptions, OfferedOperation, OnElicit } from '../../../../src/client/index.ts'
import { serverBase } from '../../api.ts'
import { recordingFetch } from '../../recorded-request.ts'
import { readCredentials } from '../../session.ts'

export const carriers = { http: 'REST', mcp: 'MCP', a2a: 'A2A' } as const
export type TryCarrier = keyof typeof carriers

export interface AgentAddress {
  readonly carrier: TryCarrier
  /** `ID@VERSION`; empty: as the server answers by default. */
  readonly contract: string
  readonly withCredentials: boolean
}

export async function connectTo(address: AgentAddress, onElicit?: OnElicit): Promise<Client> {
  const { connect } = await import('../../../../src/client/index.ts')
  const { carrier, contract, withCredentials } = address
  if (carrier === 'mcp') forbidCompiling()
  const credentials = withCredentials ? readCredentials() : undefined
  const base = serverBase.href.replace(/\/$/, '')
  const url = carrier === 'http' ? base : `${carrier}+${base}/${carrier}`
  const options: ConnectOptions = {
    ...(contract === '' || carrier !== 'http' ? undefined : { contract }),
    ...(credentials === undefined ? undefined : { headers: { [credentials.header]: credentials.value } }),
    ...(onElicit === undefined ? undefined : { onElicit }),
    fetch: recordingFetch,
    // The reader sees what came of one try.
    attempts: 1,
    breaker: false,
  }
  return connect(url, options)
}

/** The SDK of MCP validates with a library that compiles code where it may. The policy of the page forbids that. */
function forbidCompiling(): void {
  const shared: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object
  shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true }
}

/** The operations of the agent, then those that the server has built in. */
export async function listOperations(): Promise<readonly OfferedOperation[]> {
  const client = await connectTo({ carrier: 'http', contract: '', withCredentials: true })
  const listed = (await client.list({ timeoutMs: 20_000 })) ?? []
  const isBuiltIn = ({ isBuiltIn = false }: OfferedOperation): number => Number(isBuiltIn)
  return listed.toSorted((one, other) => isBuiltIn(one) - isBuiltIn(other))
}
