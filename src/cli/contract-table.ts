/** The contracts that ship, loaded one at a time: whoever names or finds one should not wait for the others. */
import type { Contract } from '../codec/contract.ts'
import type { Detector } from '../codec/detect.ts'

/** A contract as far as it takes to recognise its messages, and the way to the rest. */
export interface ContractRow extends Detector {
  readonly id: string
  load(): Promise<Contract>
}

/** In the order of the registry. */
const loaders: ReadonlyMap<string, () => Promise<Contract>> = new Map([
  ['adcp', async () => (await import('../contracts/adcp/index.ts')).adcp],
  ['agent-file', async () => (await import('../contracts/agent-file/index.ts')).agentFile],
  ['agent-run', async () => (await import('../contracts/agent-run/index.ts')).agentRun],
  ['jpcite', async () => (await import('../contracts/jpcite/index.ts')).jpcite],
  ['yaagents', async () => (await import('../contracts/yaagents/index.ts')).yaagents],
  ['mcp', async () => (await import('../contracts/mcp/index.ts')).mcp],
  ['a2a', async () => (await import('../contracts/a2a/index.ts')).a2a],
  ['problem', async () => (await import('../contracts/problem/index.ts')).problem],
])

/** The ids of all contracts. */
export const contractIds: readonly string[] = [...loaders.keys()]

/** The one contract that was named, or every one, ready to recognise messages. */
export async function contractRows(named?: Contract): Promise<readonly ContractRow[]> {
  if (named !== undefined) return [{ id: named.id, detect: named.detect, load: async () => named }]
  const { detectors } = await import('./detectors.ts')
  return [...loaders].flatMap(([id, load]) => {
    const detect = detectors.get(id)
    return detect === undefined ? [] : [{ id, detect, load }]
  })
}

/** A contract by its id; undefined when there is none. */
export async function contractNamed(id: string): Promise<Contract | undefined> {
  return loaders.get(id)?.()
}
