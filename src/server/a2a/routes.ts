/** The paths of A2A. What answers them, the SDK with it, is loaded at the first request. */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import type { RouteTarget } from '../http/handle.ts'
import type { HttpCall } from '../http/http-call.ts'
import type { Router } from '../http/router.ts'
import type { A2aTarget } from './endpoint.ts'

export type { A2aTarget } from './endpoint.ts'

/** Below `/a2a`: the paths of the table in carriers/a2a/rest.ts, which is loaded later. */
const restPaths: readonly (readonly [string, string])[] = [
  ['POST', '/message:send'],
  ['POST', '/message:stream'],
  ['GET', '/tasks'],
  ['GET', '/tasks/{id}'],
  ['POST', '/tasks/{id}:cancel'],
  ['GET', '/tasks/{id}:subscribe'],
  ['POST', '/tasks/{id}:subscribe'],
  ['POST', '/tasks/{id}/pushNotificationConfigs'],
  ['GET', '/tasks/{id}/pushNotificationConfigs'],
  ['GET', '/tasks/{id}/pushNotificationConfigs/{configId}'],
  ['DELETE', '/tasks/{id}/pushNotificationConfigs/{configId}'],
  ['GET', '/extendedAgentCard'],
]

/** And those of 0.3, of the table in carriers/a2a/legacy-rest-server.ts. */
const legacyPaths: readonly (readonly [string, string])[] = [
  ...restPaths.filter(([, path]) => path !== '/tasks' && path !== '/extendedAgentCard'),
  ['GET', '/card'] as const,
].map(([method, path]) => [method, `/v1${path}`])

export function a2aRoutes(router: Router<RouteTarget>, prefix: string): void {
  const add = (method: string, path: string, target: A2aTarget) =>
    router.add(method, `${prefix}${path}`, { kind: 'a2a', target })
  for (const path of ['/a2a', '/a2a/']) add('POST', path, { binding: 'json-rpc' })
  for (const [method, path] of restPaths) add(method, `/a2a${path}`, { binding: 'rest', call: `${method} ${path}` })
  for (const [method, path] of legacyPaths) {
    add(method, `/a2a${path}`, { binding: 'legacy-rest', call: `${method} ${path}` })
  }
  for (const name of ['agent-card.json', 'agent.json']) add('GET', `/.well-known/${name}`, { binding: 'card' })
}

export async function answerA2a(call: HttpCall, target: A2aTarget): Promise<HttpAnswer> {
  const { a2aEndpoint } = await import('./endpoint.ts')
  return a2aEndpoint(call, target)
}
