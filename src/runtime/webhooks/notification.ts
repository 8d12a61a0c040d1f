/** A2A push notifications: what the receiver knows the sender by (A2A 1.0 §13.2, `TaskPushNotificationConfig`). */

/** The scheme of an endpoint that hears in A2A's way. */
export const notificationScheme = 'a2a'

/** What a receiver gave to know the sender by; sealed as JSON. */
export interface NotificationAuth {
  token?: string
  /** An HTTP authentication scheme and its credentials, for `Authorization`. */
  scheme?: string
  credentials?: string
}

const printable = /^[\x21-\x7e]{1,4096}$/
const schemeName = /^[A-Za-z][\w.+-]{0,63}$/

/** Whether all of it can stand in headers. */
export function isNotificationAuth({ token, scheme, credentials }: NotificationAuth): boolean {
  if (token !== undefined && !printable.test(token)) return false
  if (scheme === undefined || credentials === undefined) return scheme === undefined && credentials === undefined
  return schemeName.test(scheme) && printable.test(credentials)
}

export function notificationHeaders({ token, scheme, credentials }: NotificationAuth): Record<string, string> {
  return {
    ...(token === undefined ? undefined : { 'x-a2a-notification-token': token }),
    ...(scheme === undefined || credentials === undefined ? undefined : { authorization: `${scheme} ${credentials}` }),
  }
}
