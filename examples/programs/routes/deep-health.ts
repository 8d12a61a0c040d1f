/** `GET /v1/am/health/deep`: for monitors. Anybody may ask, nothing is counted, nothing is billed. */
import { z } from 'zod'
import { completed, operation, partial, refuse } from '../../../src/index.ts'
import type { Health } from '../health.ts'
import { isKnown } from '../keys.ts'
import { parameters } from './parameters.ts'

export function deepHealth(health: Health) {
  return operation({
    title: 'Look deep into the health',
    route: 'GET /v1/am/health/deep',
    public: true,
    input: parameters({
      force: z.boolean().default(false),
      fail_on_unhealthy: z.boolean().default(false),
      fail_on_degraded: z.boolean().default(false),
    }),
    handler({ force }, context) {
      if (force && !isKnown(context.principal)) {
        throw refuse('unauthenticated', '検査のやり直しには API キーが必要です。', {
          detail: 'force=true needs an X-API-Key',
        })
      }
      if (force && !context.principal?.roles.includes('ops')) {
        throw refuse('forbidden', '検査のやり直しは許可されていません。', { detail: 'force=true needs the role ops' })
      }
      context.bill(0)
      const report = health.report(force)
      if (report.status === 'ok') return completed(report, { grade: 'rich' })
      return partial(report, [`deep health status=${report.status}`])
    },
  })
}

/** Whether a monitor asked for 503 in place of a report that says something is wrong. */
export function asksForFailure({ searchParams }: URL, { status }: { status: string }): boolean {
  const asked = (name: string): boolean => searchParams.get(name) === 'true'
  if (status === 'unhealthy') return asked('fail_on_unhealthy') || asked('fail_on_degraded')
  return status === 'degraded' && asked('fail_on_degraded')
}
