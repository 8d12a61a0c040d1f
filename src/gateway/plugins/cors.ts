/** `cors`: pages of other origins that may call. Preflights are answered before authentication. */
import Type from 'typebox'
import { Cors } from '../../server/http/cors.ts'
import { definePlugin } from '../plugin.ts'
import { closed, duration, listOf, millisecondsOf, optional, texts } from './option-schemas.ts'

const defaultHeaders = 'Content-Type, Authorization, X-Request-Id, X-Correlation-Id'

/** A list, or names with commas between them. */
function names(value: readonly string[] | string | undefined): string[] | undefined {
  return listOf(value)
    ?.flatMap(text => text.split(','))
    .map(text => text.trim())
    .filter(text => text !== '')
}

export const cors = definePlugin({
  name: 'cors',
  options: closed({
    allowed_origins: optional(
      'The pages that may call, such as https://app.example; * alone: every page. Empty: off.',
      Type.Array(Type.String({ minLength: 1 })),
    ),
    allow_methods: optional('Default: the methods of the path.', texts),
    allow_headers: optional(
      'Request headers that pages may send. Default: Content-Type, Authorization, X-Request-Id, X-Correlation-Id.',
      texts,
    ),
    expose_headers: optional('Response headers that pages may read, in addition to those of the gateway.', texts),
    allow_credentials: optional('Default: false.', Type.Boolean()),
    max_age: optional('How long browsers remember it. Default: 86400.', duration),
  }),
  create({ allowed_origins: origins = [], allow_methods, allow_headers, expose_headers, allow_credentials, max_age }) {
    if (origins.length === 0) return {}
    const methods = names(allow_methods)
    return {
      cors: new Cors({
        origins: origins.length === 1 && origins[0] === '*' ? '*' : origins,
        ...(methods === undefined ? undefined : { methods }),
        headers: names(allow_headers) ?? (names(defaultHeaders) as string[]),
        exposedHeaders: names(expose_headers) ?? [],
        credentials: allow_credentials ?? false,
        maxAgeSeconds: Math.floor(millisecondsOf(max_age, 86_400_000) / 1000),
        // As the original gateway answers them.
        preflightStatus: 200,
      }),
    }
  },
})
