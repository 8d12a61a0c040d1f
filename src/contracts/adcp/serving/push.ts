/** AdCP 3.1, push-notification-config: where webhooks go, and how they are signed. */
import type { PushServing } from '../../../codec/serving.ts'
import { isObject } from '../../../lib/json-value.ts'
import type { Issue } from '../../../outcome/fault.ts'

const member = 'push_notification_config'

function wrong(at: string, message: string): Issue[] {
  return [{ pointer: `/${member}${at}`, message, location: 'body' }]
}

export const push: PushServing = {
  member,
  read(config, checks) {
    if (!isObject(config) || typeof config.url !== 'string') return wrong('/url', 'Expected the URL of a receiver.')
    if (!checks.isAllowed(config.url)) return wrong('/url', 'Expected an https URL of a public host.')
    const { authentication, ...rest } = config
    const { operation_id: id, token } = rest
    if (id !== undefined && !(typeof id === 'string' && /^[\w.:-]{1,255}$/.test(id))) {
      return wrong('/operation_id', 'Expected 1 to 255 of A-Z a-z 0-9 _ . : -')
    }
    if (token !== undefined && !(typeof token === 'string' && token.length >= 16 && token.length <= 4096)) {
      return wrong('/token', 'Expected 16 to 4096 characters.')
    }
    // Without it messages are signed with the key of the server, where it has one.
    if (authentication === undefined && checks.signs) {
      return { url: config.url, scheme: 'signature', credentials: '', config: rest }
    }
    if (!isObject(authentication)) {
      return wrong('/authentication', 'Expected how to authenticate: Bearer or HMAC-SHA256.')
    }
    const [name] = Array.isArray(authentication.schemes) ? authentication.schemes : []
    const { credentials } = authentication
    if ((name !== 'Bearer' && name !== 'HMAC-SHA256') || typeof credentials !== 'string') {
      return wrong('/authentication', 'Expected one scheme, Bearer or HMAC-SHA256, and credentials.')
    }
    const scheme = name === 'Bearer' ? 'bearer' : 'hmac'
    if (!checks.isStrong(scheme, credentials) || credentials.length < 32) {
      return wrong('/authentication/credentials', 'Expected at least 32 characters that are hard to guess.')
    }
    return { url: config.url, scheme, credentials, config: rest }
  },
}
