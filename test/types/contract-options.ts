/** The options that contracts add for authors: known by name, and checked. */
import { operation, type ServerContractOptions } from '../../src/index.ts'
import type { ServeOptions } from '../../src/server/index.ts'

const rest = { title: 'Greet', input: {}, handler: () => ({}) } as const

operation({ ...rest, contractOptions: { jpcite: { migrated: false } } })
operation({ ...rest, contractOptions: { yaagents: { resource: 'greeting', operationKind: 'analysis' } } })
// @ts-expect-error: a member of another type
operation({ ...rest, contractOptions: { jpcite: { migrated: 1 } } })
// @ts-expect-error: a contract that is not known
operation({ ...rest, contractOptions: { nope: {} } })

export const options: ServerContractOptions = {
  adcp: { supportedProtocols: ['brand'] },
  jpcite: { phase: 'opt-in' },
  // @ts-expect-error: options of an operation, not of a server
  yaagents: { resource: 'greeting', operationKind: 'analysis' },
}

// @ts-expect-error: the options of contracts are grouped
export const spread: ServeOptions = { jpcite: { phase: 'opt-in' } }
