/** A2A push notifications: what the receiver knows the sender by (A2A 1.0 §13.2, `TaskPushNotificationConfig`). */
import { checkAuth, type Signing, sign, type UnsignedWebhook } from './sign.ts'

/** The scheme of an endpoint that is notified in A2A's way. */
export const notificationScheme = 'a2a'

/** What a receiver gave to know the sender by; sealed as JSON. */
export interface NotificationAuth {
  token?: string
  /** An HTTP authentication scheme and its credentials, for `Authorization`; or AdCP's HMAC-SHA256, which signs. */
  scheme?: string
  credentials?: string
  /** There are no credentials: the server signs with its own key. */
  isSigned?: boolean
}

const printable = /^[\x21-\x7e]{1,4096}$/
const schemeName = /^[A-Za-z][\w.+-]{0,63}$/

/** Whether all of it can be in headers. */
export function isNotificationAuth({ token, scheme, credentials }: NotificationAuth): boolean {
  if (token !== undefined && !printable.test(token)) return false
  if (scheme === undefined || credentials === undefined) return scheme === undefined && credentials === undefined
  if (isHmac(scheme)) return checkAuth({ scheme: 'adcp-hmac', secret: credentials }) === undefined
  return schemeName.test(scheme) && printable.test(credentials)
}

/** Its credentials are a secret to sign with, and must never be sent. */
function isHmac(scheme: string): boolean {
  return /^hmac-sha256$/i.test(scheme)
}

/** The headers to send with exactly these bytes. */
export function signNotification({ token, scheme, credentials }: NotificationAuth, message: UnsignedWebhook): Signing {
  const known = token === undefined ? {} : { 'x-a2a-notification-token': token }
  if (scheme === undefined || credentials === undefined) return { ok: true, headers: known }
  if (!isHmac(scheme)) return { ok: true, headers: { ...known, authorization: `${scheme} ${credentials}` } }
  const signed = sign({ scheme: 'adcp-hmac', secret: credentials }, message)
  return signed.ok ? { ok: true, headers: { ...known, ...signed.headers } } : signed
}
