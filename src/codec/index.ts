/** What a contract author needs: the types of a contract, the hub, wires, and the small parts that every one is made of. */
export { defined } from '../lib/defined.ts'
export { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
export { pointer, tokensOf } from '../lib/pointer.ts'
export type { Call, CallMessage, Preferences } from '../outcome/call.ts'
export { type Exchange, type QueryEcho, type SealedExchange, type SealSource, seal } from '../outcome/exchange.ts'
export { type Fault, type FaultCategory, fault, faultCategories, type Issue, type Recovery } from '../outcome/fault.ts'
export { isOutcome } from '../outcome/is-outcome.ts'
export type { Interim, Moment } from '../outcome/moment.ts'
export type { Location, Need } from '../outcome/need.ts'
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
  payloadOf,
  pending,
  type TaskRef,
  type Unknown,
} from '../outcome/outcome.ts'
export { hub } from '../outcome/tables.ts'
export { type A2aWire, a2aWire } from '../wire/a2a.ts'
export { Body } from '../wire/body.ts'
export { type FileWire, fileWire } from '../wire/file.ts'
export { type HttpHeaders, type HttpWire, type HttpWireInit, httpWire, lacksHeader, mediaTypeOf } from '../wire/http.ts'
export { defaultJsonLimits, type JsonLimits, type JsonNote, type JsonProblem, type JsonReading } from '../wire/json.ts'
export { type McpWire, mcpWire } from '../wire/mcp.ts'
export type { BinaryEncoding } from '../wire/signature/binary.ts'
export type { KeyFailure, SignaturePurpose } from '../wire/signature/key-directory.ts'
export type { DigestPolicy, SignatureFailure, SignatureProfile } from '../wire/signature/profile.ts'
export { readSse, type SseEvent, SseReader, writeSse } from '../wire/sse.ts'
export type { Carrier, Wire, WireOf } from '../wire/wire.ts'
export type { Calling, TaskCalling } from './calling.ts'
export { type CheckOptions, check, decode, editionOf, faceOf, type MessageKind } from './check.ts'
export { type Codec, filledListOf, type ListCodec, listOf, only, plain } from './codec.ts'
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
  MintSource,
  ReadMoments,
  RequestFace,
  RuleExample,
  RuleExamples,
  Stream,
  StreamHead,
  StreamReader,
  StreamWriter,
  WrittenEvents,
} from './contract.ts'
export { type Detected, detect } from './detect.ts'
export { jsonRules, readBody } from './json-rules.ts'
export { isHeaderText, type Loss, Losses } from './loss.ts'
export {
  elsewhere,
  extraFrom,
  lost,
  type Mapped,
  type Mapping,
  mappingFor,
  type NodeCodec,
  type NodeOptions,
  needed,
  optional,
  type Reading,
  snake,
  withFreeMembers,
} from './node.ts'
export { payloadJson, payloadObject } from './payload.ts'
export { streamRules } from './plain-reader.ts'
export { plainStream } from './plain-stream.ts'
export type {
  AnswerKind,
  ArrivedWebhook,
  CallChange,
  HostRun,
  ProbeAnswer,
  ProbeCase,
  ProbeCheck,
  ProbeContext,
  ProbeFile,
  ProbeRequest,
  ProbeRoute,
  ProbeRow,
  ProbeTargets,
  ProbeTools,
  Probing,
  PublishedOperation,
  WebhookReceiver,
} from './probing.ts'
export { extraMembers, number, object, objects, retryAfter, secondsToMs, text, texts } from './read.ts'
export { type Finding, finding, isValid, type Level, type Rule, ruleTable } from './rule.ts'
export { schemaFindings, type Validator } from './schema-findings.ts'
export type {
  A2aServing,
  Author,
  ContractOptions,
  EditionChoice,
  IdempotencyServing,
  McpServing,
  Migration,
  MigrationQuestion,
  PushChecks,
  PushRegistration,
  PushServing,
  RequestHead,
  RequestServing,
  RpcRefusal,
  Serving,
  StreamServing,
  TaskMessage,
  TaskServing,
} from './serving.ts'
export type {
  AnswerSample,
  AnswerSchemas,
  EndpointDescription,
  EndpointServing,
  Form,
  HeaderDescription,
  OpenApiKit,
  OpenApiServing,
  OperationFacts,
  OutputDescription,
  TaskFacts,
} from './serving-openapi.ts'
export type {
  OperationHost,
  OperationSummary,
  OperationsServing,
  ServedAnswer,
  ServedCall,
  ServedOperation,
  ServedTask,
  ServedTaskState,
  TaskAnswer,
  TaskOrder,
  TaskQuery,
  TaskSummary,
} from './serving-operations.ts'
export type {
  RequestSignatures,
  SignatureFacts,
  SignatureMode,
  SignatureServing,
  SignedCall,
} from './serving-signatures.ts'
export { holdsStackTrace, stackTraceRule, withoutStackTraces } from './stack-trace.ts'
export { readStream, writeStream } from './stream.ts'
export { type TranslateOptions, type Translation, translate } from './translate.ts'
export { type TranslateStreamOptions, translateStream } from './translate-stream.ts'
export { unknownAsConflict } from './unknown-outcome.ts'
export { variants } from './variants.ts'
export { wellFormed } from './well-formed.ts'
