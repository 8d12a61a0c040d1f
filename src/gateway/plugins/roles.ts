/** `roles`: callers need all of these roles, in addition to those of the route. */
import Type from 'typebox'
import { lacksRole, missingRole } from '../identity.ts'
import { definePlugin } from '../plugin.ts'
import { closed } from './option-schemas.ts'
import { refuseCall } from './refuse-call.ts'

export const roles = definePlugin({
  name: 'roles',
  options: closed({ required: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }) }),
  create: ({ required }) => ({
    stage: (call, next) => {
      const missing = missingRole(call, required)
      if (missing === undefined) return next()
      return Promise.resolve(refuseCall('forbidden', lacksRole(missing), { code: 'INSUFFICIENT_ROLES' }))
    },
  }),
})
