/** Headers that belong to one connection and are not forwarded (RFC 9110 §7.6.1). */
export const connectionHeaders = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
] as const
