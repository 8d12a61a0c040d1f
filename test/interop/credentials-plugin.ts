/** A plugin for tests: the credentials of the gateway at its upstreams. */
import { Type } from 'typebox'
import type { Plugin } from '../../src/gateway/plugin.ts'

export const credentials: Plugin = {
  name: 'credentials',
  options: Type.Object({ authorization: Type.String() }),
  create: ({ authorization }: { authorization?: unknown }) => ({
    stage(call, next) {
      call.forwardHeaders.authorization = String(authorization)
      return next()
    },
  }),
}

/** As a configuration lists it. */
export const credentialsEntry = (authorization: string) => ({
  name: 'credentials',
  enabled: true,
  module: './test/interop/credentials-plugin.ts',
  options: { authorization },
})
