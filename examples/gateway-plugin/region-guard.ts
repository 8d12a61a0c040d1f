/** A plugin of your own: callers of other regions are refused, and upstreams get the region of those who may call. */
import Type from 'typebox'
import { definePlugin, refuseCall } from '../../src/gateway/index.ts'

export const regionGuard = definePlugin({
  name: 'region-guard',
  options: Type.Object(
    {
      /** The regions whose callers may call. */
      allowed: Type.Array(Type.String(), { minItems: 1 }),
      /** The claim that names the region. Default: `region`. */
      claim: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  create({ allowed, claim = 'region' }, { metrics, log }) {
    log.info({ regions: allowed.length }, 'region-guard is on')
    return {
      async stage(call, next) {
        const region = call.claims?.[claim]
        if (typeof region !== 'string' || !allowed.includes(region)) {
          metrics.count('region_guard_refusals_total', { route: call.gatewayRoute.id })
          return refuseCall('forbidden', 'Your region may not call this.', { code: 'REGION_NOT_ALLOWED' })
        }
        call.forwardHeaders['x-region'] = region
        const result = await next()
        call.headers['x-served-region'] = region
        return result
      },
    }
  },
})
