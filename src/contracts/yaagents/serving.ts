/** How YAAgents wants to be served: §4, the profile's version in a request header. */
import type { Serving } from '../../codec/serving.ts'
import { unknownAsConflict } from '../../codec/unknown-outcome.ts'

/** What the profile's OpenAPI extension says of an operation. */
export interface YaagentsOperationOptions {
  resource: string
  operationKind: 'recommendation' | 'generation' | 'mutation' | 'analysis'
  deterministic?: boolean
}

declare module '../../outcome/author-options.ts' {
  interface OperationContractOptions {
    yaagents?: YaagentsOperationOptions
  }
}

export const serving: Serving = {
  versionHeader: 'X-YAAgents-Profile',
  present: unknownAsConflict,
}
