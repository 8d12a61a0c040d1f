/** Replywire: one voice for every agent. */
export { ask, delta, progress, type Question, refuse, requireApproval } from './agent/answers.ts'
export type { Context, Decision, Logger, StepOptions } from './agent/context.ts'
export {
  type Agent,
  type AgentOptions,
  defineAgent,
  type Effects,
  type Export,
  type Operation,
  type OperationOptions,
  operation,
} from './agent/define.ts'
export type { Answer, Answering, Handler, InputOf, OutputOf } from './agent/operation-types.ts'
export { type RunInProcess, type RunResult, run } from './agent/run.ts'
export type { AnySchema, Given, StandardSchema, Validated } from './agent/schema.ts'
export { check, decode, editionOf, faceOf, type MessageKind } from './codec/check.ts'
export type {
  Contract,
  Decoded,
  DecodedCall,
  Detection,
  DocumentFace,
  Edition,
  Encoded,
  ExampleMessage,
  Face,
  FixFacts,
  FixResult,
  RequestFace,
  RuleExample,
  RuleExamples,
  Stream,
  StreamReader,
  StreamWriter,
} from './codec/contract.ts'
export { type Detected, detect } from './codec/detect.ts'
export type { Loss } from './codec/loss.ts'
export { type Finding, isValid, type Level, type Rule } from './codec/rule.ts'
export { readStream, writeStream } from './codec/stream.ts'
export { type TranslateOptions, type Translation, translate } from './codec/translate.ts'
export type { OperationContractOptions, ServerContractOptions } from './contracts/options.ts'
export { contract, contracts } from './contracts/registry.ts'
export { ReplywireError, type ReplywireErrorCode } from './errors.ts'
export type { Json, JsonObject } from './lib/json-value.ts'
export type { Call, CallMessage, Preferences } from './outcome/call.ts'
export { type Exchange, type QueryEcho, type SealedExchange, type SealSource, seal } from './outcome/exchange.ts'
export { type Fault, type FaultCategory, fault, faultCategories, type Issue, type Recovery } from './outcome/fault.ts'
export { isOutcome } from './outcome/is-outcome.ts'
export type { Interim, Moment } from './outcome/moment.ts'
export type { Location, Need } from './outcome/need.ts'
export {
  type Action,
  type Artifact,
  type Canceled,
  type Citation,
  type Common,
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
  type Page,
  type Part,
  type Paused,
  type Payload,
  type Pending,
  type Progress,
  partial,
  paused,
  payloadOf,
  pending,
  type TaskRef,
  type Unknown,
} from './outcome/outcome.ts'
export { type A2aWire, a2aWire } from './wire/a2a.ts'
export { Body } from './wire/body.ts'
export { type FileWire, fileWire } from './wire/file.ts'
export { type HttpHeaders, type HttpWire, type HttpWireInit, httpWire, mediaTypeOf } from './wire/http.ts'
export { defaultJsonLimits, type JsonLimits, type JsonNote, type JsonProblem, type JsonReading } from './wire/json.ts'
export { type McpWire, mcpWire } from './wire/mcp.ts'
export { readSse, type SseEvent, SseReader, writeSse } from './wire/sse.ts'
export type { Carrier, Wire, WireOf } from './wire/wire.ts'
