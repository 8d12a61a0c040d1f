/** AdCP 3.1 get_adcp_capabilities: what a server speaks and promises, true to its settings. */
import type { OperationHost, OperationSummary, ServedAnswer } from '../../../codec/serving-operations.ts'
import type { SignatureFacts } from '../../../codec/serving-signatures.ts'
import type { JsonObject } from '../../../lib/json-value.ts'
import { fault } from '../../../outcome/fault.ts'
import { completed, failed } from '../../../outcome/outcome.ts'
import { type AdcpGovernanceOptions, governedTasks } from '../governance/options.ts'
import { buildOf } from '../release.ts'
import { currentRelease, newestRelease, releases } from '../releases.ts'
import { protocolOf } from '../task-types.ts'
import { majorOf } from '../version.ts'
import { taskNameOf } from './names.ts'
import { type AdcpServerOptions, supportable } from './options.ts'
import { signingCapabilities } from './signatures.ts'

/** How long a promise to remember keys may be, in seconds. */
const shortest = 3600
const longest = 604_800

export function capabilities(host: OperationHost): ServedAnswer {
  const { options, operations, keyTtlMs, leaseMs, startedAt, signatures } = host
  const { supportedProtocols, lastUpdated, capabilities: more, requestSigning, governance }: AdcpServerOptions = options
  const protocols = supportedProtocols ?? protocolsOf(Object.keys(operations))
  if (protocols.length === 0) {
    const message = 'The server does not say which protocols of AdCP it supports.'
    return { outcome: failed(fault('internal', message, { code: 'CONFIGURATION_ERROR', recovery: 'stop' })) }
  }
  return {
    outcome: completed({
      ...identityOf(signatures),
      ...more,
      // What the server does, not what its author says of it.
      ...signingCapabilities({ requestSigning }, signatures, {
        all: tasksOf(Object.keys(operations)),
        forAnyone: tasksOf(Object.keys(operations).filter(name => operations[name]?.public === true)),
      }),
      adcp: {
        major_versions: [...new Set(releases.map(({ name }) => Number(majorOf(name))))],
        supported_versions: [...versionsOf(governance, tasksOf(Object.keys(operations)))],
        build_version: buildOf(currentRelease),
        idempotency: idempotencyOf(Object.values(operations), keyTtlMs, leaseMs),
        ...enforcementOf(governance, tasksOf(Object.keys(operations))),
      },
      supported_protocols: [...protocols],
      last_updated: lastUpdated ?? startedAt.toISOString(),
    }),
  }
}

/** The protocols that the names of operations belong to. */
function protocolsOf(operations: readonly string[]): string[] {
  const known = new Set(operations.map(name => protocolOf(taskNameOf(name), newestRelease)?.replaceAll('-', '_')))
  return supportable.filter(protocol => known.has(protocol))
}

/** The tasks of AdCP among operations. */
function tasksOf(operations: readonly string[]): string[] {
  return operations.map(taskNameOf).filter(name => protocolOf(name, newestRelease) !== undefined)
}

/** Where others find the keys of this agent, where it publishes them itself. */
function identityOf({ published, verifiesRequests, webhookAlgorithm }: SignatureFacts): JsonObject {
  if (published === undefined) return {}
  const { origin } = new URL(published.url)
  const origins: JsonObject = {
    ...(verifiesRequests ? { request_signing: origin } : undefined),
    ...(webhookAlgorithm === undefined ? undefined : { webhook_signing: origin }),
  }
  const named = Object.keys(origins).length === 0 ? undefined : { key_origins: origins }
  return { identity: { brand_json_url: `${origin}/.well-known/brand.json`, ...named } }
}

/** The releases in which every task is served. */
function versionsOf(governance: AdcpGovernanceOptions | undefined, served: readonly string[]): readonly string[] {
  const isGoverned = (governance?.tasks ?? governedTasks).some(task => served.includes(task))
  return (isGoverned ? governance?.releases : undefined) ?? releases.map(({ name }) => name)
}

/** The tasks whose governance tokens are verified. */
function enforcementOf(governance: AdcpGovernanceOptions | undefined, served: readonly string[]): JsonObject {
  const tasks = (governance?.tasks ?? governedTasks).filter(task => served.includes(task))
  if (governance === undefined || tasks.length === 0) return {}
  const modesOf = (task: string) => [
    'signed_context',
    ...(governance.executionCheck !== undefined && governedTasks.includes(task) ? ['online_execution_check'] : []),
  ]
  return { governance_enforcement: { tasks: tasks.map(task => ({ task, modes: modesOf(task) })) } }
}

/** A key that is remembered for less than AdCP's shortest time is no promise; one for longer keeps its longest. */
function idempotencyOf(operations: readonly OperationSummary[], keyTtlMs: number, leaseMs: number): JsonObject {
  const seconds = Math.min(Math.floor(keyTtlMs / 1000), longest)
  if (seconds < shortest) return { supported: false }
  // A key is held by a run, and after the loss of its process until the lease is over. A task holds none.
  const held = operations
    .filter(({ effects, async }) => effects !== 'none' && !async)
    .map(({ timeoutMs = Number.POSITIVE_INFINITY }) => timeoutMs)
  const flight = Math.ceil((Math.max(0, ...held) + leaseMs) / 1000)
  return {
    supported: true,
    replay_ttl_seconds: seconds,
    ...(flight <= seconds ? { in_flight_max_seconds: flight } : undefined),
  }
}
