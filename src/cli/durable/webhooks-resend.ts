/** `replywire webhooks resend`: sends a delivery again, with the same id. */
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import type { rowOptions } from '../table/runs.ts'
import { whose, withStore } from './existing-store.ts'
import { operatorAct } from './operator.ts'
import { confirm, refuse } from './words.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof rowOptions>): Promise<number> {
  const [id = ''] = positionals
  return withStore(values.store, async store => {
    const tenant = await whose(store, 'delivery', id, values.tenant)
    const now = Date.now()
    const resent = async (owner: string) => {
      const audit = operatorAct({ tenant: owner, action: 'delivery.resend', subject: id, at: now })
      return store.do('resendDelivery', { id, tenant: owner, audit, now })
    }
    if (tenant === undefined || !(await resent(tenant))) {
      const message = `There is no delivery ${printable(id)}. See replywire webhooks list.`
      return refuse(terminal, 'DELIVERY_NOT_FOUND', message)
    }
    return confirm(terminal, `${id} is queued: the next server or worker sends it, with the same id.`, {
      id,
      result: 'waiting',
    })
  })
}
