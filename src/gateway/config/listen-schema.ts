/** `listen` and `admin`: where a gateway listens. */
import Type from 'typebox'
import { closed, count, optional, path } from './schema-parts.ts'

const Tls = closed(
  {
    cert: path('The certificate and its chain, in PEM.'),
    key: path('The private key, in PEM.'),
    ca: optional(path('Callers must have a certificate of this authority, in PEM.')),
  },
  'Serve HTTPS with these files. They are loaded again when they change.',
)

export const address = Type.Union(
  [
    Type.Integer({ minimum: 0, maximum: 65_535 }),
    Type.String({ pattern: '^([^\\s/:]+|\\[[0-9a-fA-F:.]+\\]):[0-9]{1,5}$' }),
    closed({
      host: optional(Type.String({ minLength: 1, description: 'The address to listen on. Default: 127.0.0.1.' })),
      port: count(0, 65_535, 'The port to listen on; 0 picks a free one.'),
      tls: optional(Tls),
      http2: optional(
        Type.Boolean({ description: 'Whether callers may choose HTTP/2, where there is tls. Default: true.' }),
      ),
    }),
  ],
  { expected: 'a port (8120), an address (0.0.0.0:8120), or host, port and tls' },
)
