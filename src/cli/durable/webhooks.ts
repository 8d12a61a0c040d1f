/** `replywire webhooks`: what was sent, what waits, what was given up; and a test of a receiver. */
import type { DeliveryLine } from '../../store/operations/deliveries.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { Stream } from '../terminal.ts'
import { deliveryView } from './delivery-view.ts'
import { operatorAct } from './operator.ts'
import { across, tenantsOf, whose, withStore } from './reach.ts'
import { type WebhookVerb, type webhooksOptions, webhookVerbs } from './table.ts'
import { checkOptions, wordAfter } from './verbs.ts'
import { addressOf, cell, deliveryState, numberOf, refuse, showTable, spanOf, tellDone, whenOf } from './words.ts'

export type WebhooksInvocation = Invocation<typeof webhooksOptions>

const stored: readonly WebhookVerb[] = ['list', 'resend']
const belongsTo: Readonly<Record<string, readonly WebhookVerb[]>> = {
  store: stored,
  tenant: stored,
  state: ['list'],
  limit: ['list'],
  secret: ['test'],
  bearer: ['test'],
  hmac: ['test'],
  'allow-loopback': ['test'],
}

export async function run(invocation: WebhooksInvocation): Promise<number> {
  const { values, positionals } = invocation
  const verb = webhookVerbs.find(name => name === positionals[0]) ?? 'list'
  const call = { command: 'webhooks', verb, values, positionals }
  checkOptions(call, belongsTo)
  const word = wordAfter(call, { resend: 'ID', test: 'URL' })
  if (verb === 'list') return list(invocation)
  if (verb === 'resend') return resend(invocation, word)
  const { test } = await import('./webhooks-test.ts')
  return test(invocation, word)
}

async function list({ values, terminal }: WebhooksInvocation): Promise<number> {
  const limit = numberOf('limit', values.limit, 20, 1, 1000)
  const { state, tenant: named } = values
  const rows = await withStore(values.store, async store => {
    const tenants = await tenantsOf(store, 'delivery', named)
    return across(tenants, limit + 1, tenant => store.do('listDeliveries', { tenant, state, limit: limit + 1 }))
  })
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  if (terminal.json) terminal.out.line(JSON.stringify({ deliveries: page.map(deliveryView), more }))
  else show(page, more, terminal.out)
  return exitCodes.ok
}

function show(rows: readonly DeliveryLine[], more: boolean, out: Stream): void {
  if (rows.length === 0) {
    out.line('There are no such deliveries.')
    return
  }
  const now = Date.now()
  showTable(
    ['ID', 'STATE', 'TASK', 'TENANT', 'TRIES', 'LAST', 'AGE', 'NEXT', 'TO'],
    rows.map(row => [
      out.style.strong(cell(row.id)),
      deliveryState(row.state, out.style),
      cell(row.taskId),
      cell(row.tenant),
      String(row.attempt),
      [row.status, cell(row.reason)].filter(part => part !== null).join(' '),
      spanOf(now - row.createdAt),
      row.state !== 'waiting' ? '-' : row.dueAt <= now ? 'now' : whenOf(row.dueAt, now),
      cell(addressOf(row.url)),
    ]),
    out,
  )
  if (more) out.line(out.style.dim(`There are more: --limit ${rows.length * 2} shows them.`))
}

async function resend({ values, terminal }: WebhooksInvocation, id: string): Promise<number> {
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
    return tellDone(terminal, `${id} is sent again, with the same id, by the next who sends.`, {
      id,
      result: 'waiting',
    })
  })
}
