/** Replywire for callers of agents: one client for every contract and carrier. Runs in browsers, too. */

export type { BackOff, Calling, TaskCalling, Timeouts } from '../codec/calling.ts'
export type { ContractReader, EditionReader, FaceReader } from '../codec/contract-reader.ts'
export type { Finding } from '../codec/rule.ts'
export type { Answers } from '../outcome/answer-to.ts'
export type { Interim, Moment } from '../outcome/moment.ts'
export type { Need } from '../outcome/need.ts'
export type { Completed, Outcome } from '../outcome/outcome.ts'
export type { CardJwk, CardKeys } from '../wire/card-keys.ts'
export type { SignatureAlgorithm } from '../wire/signature/algorithm.ts'
export { type MessageSigner, signerOf } from '../wire/signature/signer.ts'
export { type BreakerSettings, CircuitBreakers } from './breaker.ts'
export type {
  AgentTypes,
  CallOptions,
  Client,
  ConnectOptions,
  MomentStream,
  OperationName,
  ReplyPromise,
} from './client.ts'
export type { Clock } from './clock.ts'
export { connect } from './connect.ts'
export type { OfferedOperation, OnElicit, OnMoment, Reply, ReplyContract } from './connection.ts'
export type { HeaderSource } from './http/connection.ts'
export type { ContractSource } from './http/read.ts'
export { dataOf, OutcomeError } from './outcome-error.ts'
export type { RequestSigning } from './sign-request.ts'
export type { WaitOptions } from './within.ts'
