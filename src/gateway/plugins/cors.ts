/** `cors`: pages of other origins that may call. Preflights are answered before authentication. */
import Type from 'typebox'
import { Cors } from '../../server/http/cors.ts'
import { definePlugin } from '../plugin.ts'
import { closed, duration, listOf, millisecondsOf, texts } from './option-schemas.ts'

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
    /** Empty: off. `*` alone: every page. */
    allowed_origins: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    /** Default: the methods that the gateway has at the path. */
    allow_methods: Type.Optional(texts),
    allow_headers: Type.Optional(texts),
    expose_headers: Type.Optional(texts),
    allow_credentials: Type.Optional(Type.Boolean()),
    max_age: Type.Optional(duration),
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
