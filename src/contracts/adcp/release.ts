/** What differs between the releases of AdCP: one table for each, in `releases/`. */
import type { Codes } from './codes.ts'
import type { GovernanceProfile } from './governance/token.ts'
import type { TaskStatus } from './status.ts'
import type { Protocol } from './task-types.ts'

export interface Release {
  /** As `adcp_version` spells it; the version of the edition. */
  readonly name: string
  /** The published releases that it stands for, the newest last. */
  readonly builds: readonly [string, ...string[]]
  /** What the `$id` of a published schema begins with. */
  readonly schemaBase: string
  /** enums/error-code */
  readonly codes: Codes
  /** enums/task-type, in its published order, each with its protocol. */
  readonly taskTypes: ReadonlyMap<string, Protocol>
  /** Tasks that have no type, and so no webhook. They say which protocols an agent speaks. */
  readonly otherTasks: ReadonlyMap<string, Protocol>
  /** What a list of tasks calls the protocol of a task; for the others the published list has no value. */
  readonly domains: ReadonlyMap<Protocol, string>
  /** What an account is named by; `none`: requests for tasks name no account. */
  readonly accounts: 'none' | 'plain' | 'units'
  /** core/version-envelope */
  readonly versionPattern: string
  /** Where IDEMPOTENCY_IN_FLIGHT has its `retry_after`: in `details` too, or in the error alone. */
  readonly inFlightWait: 'details' | 'error'
  /** What writers send as `retry_after`. */
  readonly retryAfter: 'number' | 'integer'
  /** What the DataPart of an A2A answer is: the body of the task, or the whole answer, whose `status` decides. */
  readonly dataPart: 'body' | 'answer'
  /** The states of an A2A task, other than its own, that an answer of a state can be in. */
  readonly otherStates: Readonly<Partial<Record<TaskStatus, readonly TaskStatus[]>>>
  /** The member with the arguments of a skill. */
  readonly skillArguments: 'parameters' | 'input'
  /** The states in which tasks/get has a `result`. */
  readonly resultStates: readonly TaskStatus[]
  /** Whether the schema of tasks/get types the `result`, or leaves it to the task. */
  readonly taskResult: 'typed' | 'open'
  /** Whether requests that only read should have a key. */
  readonly readKeys: 'expected' | 'optional'
  /** Whether a push registration needs `operation_id`. */
  readonly operationId: 'optional' | 'required'
  /** How governance tokens are read. */
  readonly governance: GovernanceProfile
  /** Rules that only other releases have. */
  readonly otherRules: readonly string[]
  /** What an agent can say of itself. */
  readonly capabilities: CapabilityWords
  /** What a rejection is: a failure with errors, or also a business answer without any, on a successful transport. */
  readonly rejections: 'errors' | 'answers'
}

/** The words of get_adcp_capabilities. */
export interface CapabilityWords {
  /** enums/specialism */
  readonly specialisms: readonly string[]
  /** What can be simulated in compliance tests. Default: any name. */
  readonly scenarios?: readonly string[]
  /** Whether it has the members of 3.2, and what they demand of each other. */
  readonly isExtended: boolean
}

/** The newest published release that a release stands for. */
export function buildOf({ builds }: Release): string {
  return builds.at(-1) as string
}
