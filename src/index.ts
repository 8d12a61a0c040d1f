/** Replywire for authors of agents, and for integrators who validate, detect and translate messages. */
// `Body` reads every JSON text here, with its slow part.
import './wire/json.ts'

export type { A2aOperationOptions } from './agent/a2a-options.ts'
export { type ApprovalRequest, ask, delta, progress, type Question, refuse, requireApproval } from './agent/answers.ts'
export type { Context, Decision, Governance, Logger, StepOptions } from './agent/context.ts'
export {
  type Agent,
  type AgentOptions,
  type ApprovalRules,
  defineAgent,
  type Effects,
  type Export,
  type Operation,
  type OperationOptions,
  operation,
  type Retry,
} from './agent/define.ts'
export type { Answer, Answering, Handler, InputOf, OutputOf } from './agent/operation-types.ts'
export type { OpenPeer, Peer, PeerCall, PeerCallOptions, PeerOptions, PeerRun, PeerSigning } from './agent/peer.ts'
export type { RunResult } from './agent/run.ts'
export { type RunInProcess, runCall } from './agent/run-call.ts'
export type { AnySchema, SchemaInput, SchemaOutput, StandardSchema } from './agent/schema.ts'
export { check, decode, type MessageKind } from './codec/check.ts'
export type { Contract, Decoded } from './codec/contract.ts'
export { type Detected, detect } from './codec/detect.ts'
export type { Loss } from './codec/loss.ts'
export { type Finding, isValid, type Level, type Rule } from './codec/rule.ts'
export { type TranslateOptions, type Translation, translate } from './codec/translate.ts'
export type { OperationContractOptions, ServerContractOptions } from './contracts/options.ts'
export { contract, contracts } from './contracts/registry.ts'
export { ReplywireError, type ReplywireErrorCode } from './errors.ts'
export type { Json, JsonObject } from './lib/json-value.ts'
export type { Call, CallMessage, GovernanceRecord, Preferences } from './outcome/call.ts'
export type { Exchange, QueryEcho } from './outcome/exchange.ts'
export { type Fault, type FaultCategory, fault, type Issue, type Recovery } from './outcome/fault.ts'
export { isOutcome } from './outcome/is-outcome.ts'
export type { Interim, Moment } from './outcome/moment.ts'
export type { Location, Need } from './outcome/need.ts'
export {
  type Action,
  type Artifact,
  type Canceled,
  type Citation,
  type Completed,
  canceled,
  completed,
  created,
  type Data,
  type Extra,
  type Failed,
  failed,
  type Notice,
  type Outcome,
  type OutcomeBase,
  type Page,
  type Part,
  type Paused,
  type Payload,
  type Pending,
  type Progress,
  partial,
  paused,
  pending,
  type TaskRef,
  type Unknown,
} from './outcome/outcome.ts'
export { type A2aWire, a2aWire } from './wire/a2a.ts'
export { Body } from './wire/body.ts'
export { type FileWire, fileWire } from './wire/file.ts'
export { type HttpHeaders, type HttpWire, type HttpWireInit, httpWire } from './wire/http.ts'
export { type McpWire, mcpWire } from './wire/mcp.ts'
export type { Carrier, Wire } from './wire/wire.ts'
