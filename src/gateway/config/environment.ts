/** The variables of the original gateway. They count where the file says nothing. */
import { isObject } from '../../lib/json-value.ts'
import type { ProblemList } from './problem.ts'

export type Environment = Readonly<Record<string, string | undefined>>

type Data = Readonly<Record<string, unknown>>

/** A file with what the environment adds to it. */
export function withEnvironment(file: Data, environment: Environment, list: ProblemList): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...file }
  const port = numberIn('GATEWAY_PORT', environment, 65_535, list.errors)
  if (merged.listen === undefined && port !== undefined) {
    merged.listen = `0.0.0.0:${port}`
    // As there: one port for callers, health and metrics.
    merged.admin ??= 'shared'
  }
  const drain = numberIn('GATEWAY_SHUTDOWN_TIMEOUT_S', environment, 86_400, list.errors)
  if (merged.drain === undefined && drain !== undefined) merged.drain = `${drain}s`
  const { GATEWAY_AUDIT_LOG: auditLog } = environment
  if (merged.auditLog === undefined && auditLog) merged.auditLog = auditLog
  const streams = environment.GATEWAY_LLM_MAX_SSE_PER_TENANT
  if (streams !== undefined && !isObject(merged.gateway)) {
    const count = Number(streams)
    if (/^\d{1,6}$/.test(streams) && count > 0) merged.gateway = { llm: { max_sse_connections_per_tenant: count } }
    else {
      list.warnings.push({
        message: 'GATEWAY_LLM_MAX_SSE_PER_TENANT is not a number above 0 and is ignored; the ceiling is 10',
      })
    }
  }
  if (merged.plugins !== undefined) merged.plugins = withKeys(merged.plugins, environment)
  return merged
}

function numberIn(
  name: string,
  environment: Environment,
  most: number,
  errors: ProblemList['errors'],
): number | undefined {
  const text = environment[name]
  if (text === undefined || text === '') return undefined
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text)
  errors.push({ message: `${name} is not valid`, fix: `Expected: a whole number from 0 to ${most}.` })
  return undefined
}

const validator = 'token-validator'

/** Keys of the environment for the token validator, where its entry has none. */
function withKeys(plugins: unknown, { GATEWAY_JWT_SECRET: secret, GATEWAY_JWT_JWKS_URL: keys }: Environment): unknown {
  const add = (options: Data): Data => ({
    ...options,
    ...(secret && options.jwt_secret === undefined ? { jwt_secret: secret } : undefined),
    ...(keys && options.jwks_url === undefined && options.issuers === undefined ? { jwks_url: keys } : undefined),
  })
  if (!secret && !keys) return plugins
  if (Array.isArray(plugins)) {
    return plugins.map(entry => (isObject(entry) && entry.name === validator ? add(entry) : entry))
  }
  if (!isObject(plugins) || !isObject(plugins[validator])) return plugins
  return { ...plugins, [validator]: add(plugins[validator]) }
}
