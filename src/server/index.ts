/** Serving agents over HTTP. */
export type { Peer } from '../carriers/http/web.ts'
export type { Listening, ListenOptions } from './http/listen.ts'
export { type Quota, quota, type Remaining, type Throttle, throttle } from './limits.ts'
export type { AccessLine, AccessLogger } from './log.ts'
export type { McpOptions } from './mcp/options.ts'
export { type NodeRequest, type NodeResponse, type RespondOptions, respond, respondNode } from './respond.ts'
export { type Server, serve } from './serve.ts'
export type { Caller, Limited, ServeOptions } from './site.ts'
