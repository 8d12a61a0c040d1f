/** The programs agent, served with keys and limits. */
import type { ApiKeyRecord } from '../../src/auth/index.ts'
import type { MigrationSetting } from '../../src/contracts/jpcite/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { type ProgramsOptions, programs } from './agent.ts'
import { authenticateKeys } from './keys.ts'
import { type LimitOptions, limits } from './limits.ts'

export interface ServerOptions extends ProgramsOptions, Pick<ServeOptions, 'log'> {
  keys: readonly ApiKeyRecord[]
  limits?: LimitOptions
  /** jpcite's migration. Default: `opt-in`, so that both shapes can be seen. */
  phase?: MigrationSetting
}

export function openPrograms({ keys, phase = 'opt-in', log, now = Date.now, ...options }: ServerOptions) {
  const { agent, catalog } = programs({ ...options, now })
  const server = serve(agent, {
    contract: 'jpcite',
    contractOptions: { jpcite: { phase } },
    authenticate: authenticateKeys(keys, now),
    limit: limits(options.limits),
    now,
    ...(log && { log }),
  })
  return { fetch: server.fetch, listen: server.listen, catalog }
}
