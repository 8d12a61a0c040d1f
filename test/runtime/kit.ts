/** An agent with a runtime of its own, for tests that need no sockets. */
import type { Agent } from '../../src/agent/define.ts'
import { idempotency } from '../../src/contracts/adcp/serving/keys.ts'
import type { KeyPolicy } from '../../src/outcome/key-policy.ts'
import type { Caller } from '../../src/runtime/caller.ts'
import { plainPolicy } from '../../src/runtime/idempotency.ts'
import type { Runtime } from '../../src/runtime/runtime.ts'
import { Secret } from '../../src/runtime/secret.ts'
import { Worker, type WorkerOptions } from '../../src/runtime/worker.ts'
import { agentRuntime, type DurableOptions } from '../../src/server/durable/runtime.ts'
import { noLog } from '../../src/server/log.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type Conduct, type Conducted, conduct } from './conduct.ts'

export const ann: Caller = { subject: 'ann', tenant: 'north', roles: [] }
export const bob: Caller = { subject: 'bob', tenant: 'north', roles: ['approver'] }
export const eve: Caller = { subject: 'eve', tenant: 'south', roles: ['approver'] }

export interface Kit {
  store: Store
  runtime: Runtime
  call(
    operation: string,
    input: object,
    more?: Partial<Conduct['call']> & { caller?: Caller; policy?: KeyPolicy },
  ): Promise<Conducted>
  worker(options?: WorkerOptions): Worker
  close(): Promise<void>
}

export async function kit(agent: Agent, options: Partial<DurableOptions> & { url?: string } = {}): Promise<Kit> {
  const { url = 'sqlite::memory:', ...rest } = options
  const store = rest.store ?? (await openStore(url))
  const runtime = agentRuntime(agent, {
    secret: new Secret('a secret of thirty-two characters'),
    statusUrl: id => `/operations/${id}/status`,
    log: noLog,
    now: Date.now,
    ...rest,
    store,
  })
  const workers: Worker[] = []
  return {
    store,
    runtime,
    call(operation, input, { caller = ann, policy = plainPolicy, ...more } = {}) {
      return conduct(agent, runtime, {
        call: { operation, input: input as Conduct['call']['input'] & object, exchange: {}, ...more },
        caller,
        contract: 'yaagents@0.3',
        policy,
        stream: false,
        signal: new AbortController().signal,
      })
    },
    worker(more) {
      const worker = new Worker(runtime, { pollMs: 20, ...more })
      workers.push(worker)
      worker.start()
      return worker
    },
    async close() {
      for (const worker of workers) await worker.stop(0)
      runtime.close()
      await store.close()
    },
  }
}

export const adcpPolicy = idempotency.policy
