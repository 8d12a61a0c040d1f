/** AdCP 3.1 get_adcp_capabilities: what this server speaks and promises, true to its settings. */
import { refuse } from '../../agent/answers.ts'
import { type Agent, type Operation, operation } from '../../agent/define.ts'
import { build, release } from '../../contracts/adcp/envelope.ts'
import { majorOf } from '../../contracts/adcp/version.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { TaskParts } from '../durable/tasks.ts'
import { type AdcpHome, supportable } from './home.ts'

/** How long a promise to remember keys may be, in seconds. */
const shortest = 3600
const longest = 604_800

export function capabilitiesOperation({ agent, runtime, prefix }: TaskParts, home: AdcpHome): Operation {
  return operation({
    title: 'What this agent can do under AdCP',
    description: 'Versions, protocols, how long idempotency keys are remembered, and how webhooks are signed.',
    route: `POST ${prefix}/adcp/get_adcp_capabilities`,
    effects: 'none',
    public: true,
    input: {
      type: 'object',
      properties: { protocols: { type: 'array', items: { enum: [...supportable] } } },
    },
    output: { type: 'object', required: ['adcp', 'supported_protocols'], properties: { adcp: { type: 'object' } } },
    handler() {
      const { protocols, capabilities, lastUpdated } = home
      if (protocols.length === 0) {
        throw refuse('internal', 'The server does not say which protocols of AdCP it supports.', {
          code: 'CONFIGURATION_ERROR',
          recovery: 'stop',
        })
      }
      return {
        webhook_signing: { supported: false, legacy_hmac_fallback: true },
        request_signing: { supported: false },
        ...capabilities,
        adcp: {
          major_versions: [Number(majorOf(release))],
          supported_versions: [release],
          build_version: build,
          idempotency: idempotencyOf(agent, runtime.keyTtlMs, runtime.leaseMs),
        },
        supported_protocols: [...protocols],
        last_updated: lastUpdated,
      }
    },
  })
}

/** A key that is remembered for less than AdCP's shortest time is no promise; one for longer keeps its longest. */
function idempotencyOf({ operations }: Agent, keyTtlMs: number, leaseMs: number): JsonObject {
  const seconds = Math.min(Math.floor(keyTtlMs / 1000), longest)
  if (seconds < shortest) return { supported: false }
  // A key is held by a run, and after the loss of its process until the lease is over. A task holds none.
  const held = Object.values(operations)
    .filter(({ effects, async }) => effects !== 'none' && !async)
    .map(({ timeoutMs = Number.POSITIVE_INFINITY }) => timeoutMs)
  const flight = Math.ceil((Math.max(0, ...held) + leaseMs) / 1000)
  return {
    supported: true,
    replay_ttl_seconds: seconds,
    ...(flight <= seconds ? { in_flight_max_seconds: flight } : undefined),
  }
}
