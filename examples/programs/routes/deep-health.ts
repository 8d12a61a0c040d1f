/** `GET /v1/am/health/deep`: for monitors. Anybody may ask, nothing is counted, nothing is billed. */
import { z } from 'zod'
import { completed, operation, partial, refuse } from '../../../src/index.ts'
import type { Health } from '../health.ts'
import { locations, parameters, say } from './parameters.ts'

const needsKey = {
  ja: '検査のやり直しには API キーが必要です。',
  en: 'A new examination needs an API key.',
}
const notPermitted = {
  ja: '検査のやり直しは許可されていません。',
  en: 'You may not ask for a new examination.',
}

export function deepHealth(health: Health) {
  return operation({
    title: 'Look deep into the health',
    route: 'GET /v1/am/health/deep',
    public: true,
    locations,
    input: parameters({
      force: z.boolean().default(false),
      fail_on_unhealthy: z.boolean().default(false),
      fail_on_degraded: z.boolean().default(false),
    }),
    status: (_, input) => (asksForFailure(input, health.report().status) ? 503 : undefined),
    handler({ force, ...asked }, context) {
      if (force && context.principal === undefined) {
        throw refuse('unauthenticated', say(needsKey, asked), {
          detail: 'force=true needs an X-API-Key',
        })
      }
      if (force && !context.principal?.roles.includes('ops')) {
        throw refuse('forbidden', say(notPermitted, asked), { detail: 'force=true needs the role ops' })
      }
      context.bill(0)
      const report = health.report(force)
      if (report.status === 'ok') return completed(report, { grade: 'rich' })
      return partial(report, [`deep health status=${report.status}`])
    },
  })
}

/** Whether a monitor asked for 503 in place of a report that says something is wrong. */
function asksForFailure(input: { fail_on_unhealthy: boolean; fail_on_degraded: boolean }, status: string): boolean {
  if (status === 'unhealthy') return input.fail_on_unhealthy || input.fail_on_degraded
  return status === 'degraded' && input.fail_on_degraded
}
