/** AdCP 3.1, push-notification-config: where to tell, and how to sign it. */
import { isObject, type Json } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Push } from '../../runtime/tasks.ts'
import { checkUrl } from '../../runtime/webhooks/guard.ts'
import { checkAuth } from '../../runtime/webhooks/sign.ts'

/** Reads a registration, or says what is wrong with it. */
export function pushOf(config: Json, allowLoopback: boolean): Push | Issue[] {
  const wrong = (member: string, message: string): Issue[] => [
    { pointer: `/push_notification_config${member}`, message, location: 'body' },
  ]
  if (!isObject(config) || typeof config.url !== 'string') return wrong('/url', 'Expected the URL of a receiver.')
  if (!checkUrl(config.url, { allowLoopback }).ok) return wrong('/url', 'Expected an https URL of a public host.')
  const { authentication, ...rest } = config
  if (
    rest.operation_id !== undefined &&
    !(typeof rest.operation_id === 'string' && /^[\w.:-]{1,255}$/.test(rest.operation_id))
  ) {
    return wrong('/operation_id', 'Expected 1 to 255 of A-Z a-z 0-9 _ . : -')
  }
  if (
    rest.token !== undefined &&
    !(typeof rest.token === 'string' && rest.token.length >= 16 && rest.token.length <= 4096)
  ) {
    return wrong('/token', 'Expected 16 to 4096 characters.')
  }
  // Without it the message would be signed with HTTP signatures, which are not offered.
  if (!isObject(authentication)) return wrong('/authentication', 'Expected how to authenticate: Bearer or HMAC-SHA256.')
  const [scheme] = Array.isArray(authentication.schemes) ? authentication.schemes : []
  const { credentials } = authentication
  if ((scheme !== 'Bearer' && scheme !== 'HMAC-SHA256') || typeof credentials !== 'string') {
    return wrong('/authentication', 'Expected one scheme, Bearer or HMAC-SHA256, and credentials.')
  }
  const problem = checkAuth(
    scheme === 'Bearer' ? { scheme: 'bearer', token: credentials } : { scheme: 'adcp-hmac', secret: credentials },
  )
  if (problem !== undefined || credentials.length < 32) {
    return wrong('/authentication/credentials', 'Expected at least 32 characters that are hard to guess.')
  }
  return { url: config.url, scheme: scheme === 'Bearer' ? 'bearer' : 'adcp-hmac', credentials, config: rest }
}
