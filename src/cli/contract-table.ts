/** The contracts that ship, loaded one at a time: whoever names or finds one should not wait for the others. */
import type { Contract } from '../codec/contract.ts'
import type { Detector } from '../codec/detect.ts'

/** A contract as far as it takes to recognise its messages, and the way to the rest. */
export interface ContractRow extends Detector {
  readonly id: string
  load(): Promise<Contract>
}

interface Row extends Pick<ContractRow, 'id' | 'load'> {
  detector(): Promise<Detector>
}

/** In the order of the registry. */
const table: readonly Row[] = [
  {
    id: 'adcp',
    detector: () => import('../contracts/adcp/detect.ts'),
    load: async () => (await import('../contracts/adcp/index.ts')).adcp,
  },
  {
    id: 'agent-file',
    detector: () => import('../contracts/agent-file/detect.ts'),
    load: async () => (await import('../contracts/agent-file/index.ts')).agentFile,
  },
  {
    id: 'agent-run',
    detector: () => import('../contracts/agent-run/detect.ts'),
    load: async () => (await import('../contracts/agent-run/index.ts')).agentRun,
  },
  {
    id: 'jpcite',
    detector: () => import('../contracts/jpcite/detect.ts'),
    load: async () => (await import('../contracts/jpcite/index.ts')).jpcite,
  },
  {
    id: 'yaagents',
    detector: () => import('../contracts/yaagents/detect.ts'),
    load: async () => (await import('../contracts/yaagents/index.ts')).yaagents,
  },
  {
    id: 'mcp',
    detector: () => import('../contracts/mcp/detect.ts'),
    load: async () => (await import('../contracts/mcp/index.ts')).mcp,
  },
  {
    id: 'a2a',
    detector: () => import('../contracts/a2a/detect.ts'),
    load: async () => (await import('../contracts/a2a/index.ts')).a2a,
  },
  {
    id: 'problem',
    detector: () => import('../contracts/problem/detect.ts'),
    load: async () => (await import('../contracts/problem/index.ts')).problem,
  },
]

/** The ids of all contracts. */
export const contractIds: readonly string[] = table.map(({ id }) => id)

/** Every contract that is among `ids`, or every one, ready to recognise messages. */
export async function contractRows(ids: readonly string[] = contractIds): Promise<readonly ContractRow[]> {
  const rows = table.filter(({ id }) => ids.includes(id))
  return Promise.all(rows.map(async ({ id, detector, load }) => ({ id, load, detect: (await detector()).detect })))
}

/** A contract by its id; undefined when there is none. */
export async function contractNamed(id: string): Promise<Contract | undefined> {
  return table.find(row => row.id === id)?.load()
}
