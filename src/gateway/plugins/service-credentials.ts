/** With what a task is forwarded: its caller has left, and the credentials of callers are not kept. */
import Type from 'typebox'
import { isSecretName } from '../../lib/secret-name.ts'
import type { ServiceCredentials } from '../durable/durability.ts'
import { headerName, optional, wrongOption } from './option-schemas.ts'

export const serviceOptions = {
  credentials: optional(
    'Headers that tasks are forwarded with, such as authorization; or none. Required: credentials of callers are not kept.',
    Type.Union([Type.Enum(['none']), Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 8192 }))], {
      expected: 'none, or headers by name',
    }),
  ),
  keep_headers: optional(
    'Headers of callers that are kept with a task and forwarded with it. Default: content-type alone.',
    Type.Array(headerName, { maxItems: 32 }),
  ),
}

/** Names whose values let anyone who reads them act as the caller. */
const isSecret = (name: string): boolean => isSecretName(name) || name.includes('key')

/** Headers that the gateway sets itself. */
const reserved = /^(?:x-actor-|x-tenant-id$|x-request-id$|x-correlation-id$|host$|content-length$|connection$)/

interface GivenOptions {
  readonly credentials?: 'none' | Readonly<Record<string, string>> | undefined
  readonly keep_headers?: readonly string[] | undefined
}

export function serviceCredentials({ credentials, keep_headers = [] }: GivenOptions): ServiceCredentials {
  if (credentials === undefined) {
    return wrongOption(
      'needs credentials: the headers that tasks are forwarded with, such as authorization; or credentials: none.',
    )
  }
  const headers = Object.fromEntries(
    Object.entries(credentials === 'none' ? {} : credentials).map(([name, value]) => [name.toLowerCase(), value]),
  )
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name) || /[^\t\x20-\x7e]/.test(value))
      wrongOption('credentials has a header that cannot be sent.')
    if (reserved.test(name)) wrongOption('credentials has a header that the gateway sets itself.')
  }
  const kept = keep_headers.map(name => name.toLowerCase())
  if (kept.some(isSecret)) {
    wrongOption('keep_headers names a header that may hold a secret: tasks are stored. Set credentials instead.')
  }
  if (kept.some(name => reserved.test(name))) wrongOption('keep_headers names a header that the gateway sets itself.')
  return { headers, kept }
}
