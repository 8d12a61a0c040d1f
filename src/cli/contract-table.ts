/** The contracts that ship, loaded one at a time: whoever names one should not wait for the others. */
import type { Contract } from '../codec/contract.ts'

/** A contract without a row here is found in the registry all the same, only slower. */
const loaders: Readonly<Record<string, () => Promise<Contract>>> = {
  a2a: async () => (await import('../contracts/a2a/index.ts')).a2a,
  adcp: async () => (await import('../contracts/adcp/index.ts')).adcp,
  'agent-file': async () => (await import('../contracts/agent-file/index.ts')).agentFile,
  'agent-run': async () => (await import('../contracts/agent-run/index.ts')).agentRun,
  jpcite: async () => (await import('../contracts/jpcite/index.ts')).jpcite,
  mcp: async () => (await import('../contracts/mcp/index.ts')).mcp,
  problem: async () => (await import('../contracts/problem/index.ts')).problem,
  yaagents: async () => (await import('../contracts/yaagents/index.ts')).yaagents,
}

/** Every contract, in the order of the registry. */
export async function allContracts(): Promise<readonly Contract[]> {
  return (await import('../contracts/registry.ts')).contracts
}

/** A contract by its id; undefined when there is none. */
export async function contractNamed(id: string): Promise<Contract | undefined> {
  const load = Object.hasOwn(loaders, id) ? loaders[id] : undefined
  return load === undefined ? (await allContracts()).find(contract => contract.id === id) : load()
}
