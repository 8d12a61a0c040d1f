/** Serving agents over HTTP, and what the options of a server are made of. */
export type { AuthorProblem, ProblemIssue } from '../agent/problem.ts'
export type { PeerInfo } from '../carriers/http/web.ts'
export type { ApprovalOptions } from '../runtime/approvals.ts'
export type { CallerLimits } from '../runtime/caller-limits.ts'
export type { KeyRateSettings } from '../runtime/idempotency.ts'
export { type KeyRing, type KeyRingContent, openKeyRing, type RingKey } from '../runtime/key-ring.ts'
export type { OperatorToken } from '../runtime/operator-token.ts'
export type { RetentionSettings } from '../runtime/pruner.ts'
export type { JournalBodySettings, JournalSettings } from '../runtime/requests/journal-settings.ts'
export type { RequestEntry } from '../runtime/requests/request-entry.ts'
export type { WebhookEndpoint } from '../runtime/runtime.ts'
export type { Secret } from '../runtime/secret.ts'
export { loadSecret, type SecretSource } from '../runtime/secret-file.ts'
export { documentFetcher, type FetcherOptions } from '../runtime/webhooks/fetch-document.ts'
export type { DnsOptions } from '../runtime/webhooks/name-resolver.ts'
export type { Schedule } from '../runtime/webhooks/schedule.ts'
export { openStore } from '../store/open.ts'
export type { Store } from '../store/store.ts'
export type { SignatureAlgorithm } from '../wire/signature/algorithm.ts'
export type {
  KeyAnswer,
  KeyDirectory,
  KeyFailure,
  KeyQuestion,
  PublishedJwk,
  PublishedKey,
  RevocationState,
  SignaturePurpose,
} from '../wire/signature/key-directory.ts'
export { type MessageSigner, signerOf } from '../wire/signature/signer.ts'
export type { A2aOptions } from './a2a/card.ts'
export type { A2aExtension } from './a2a/extensions.ts'
export type { DurableSettings, WebhookSettings } from './durable/durable-settings.ts'
export type { ReadinessChecks } from './health.ts'
export type { CorsOptions } from './http/cors.ts'
export type { Listening, ListenOptions } from './http/listen.ts'
export { type Quota, quota, type Remaining, type Throttle, throttle } from './limits.ts'
export type { AccessLine, AccessLogger } from './log.ts'
export type { McpOptions } from './mcp/options.ts'
export type { StageName } from './pipeline/stages.ts'
export type { PublishOptions } from './publications.ts'
export { type NodeRequest, type NodeResponse, type RespondOptions, respond, respondNode } from './respond.ts'
export { type Server, serve } from './serve.ts'
export type { RateLimitInput, RateLimitResult, ServeOptions } from './server-context.ts'
export type { SigningOptions, VerifiedSigner } from './signing/signing-options.ts'
