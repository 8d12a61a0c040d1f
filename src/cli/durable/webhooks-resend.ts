/** `replywire webhooks resend`: sends a delivery again, with the same id. */
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import { withSource } from './run-source.ts'
import { confirm, refuse } from './words.ts'

export async function run(invocation: Invocation<typeof rowOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [id = ''] = positionals
  const result = await withSource(invocation, source => source.resend(id, values.tenant))
  if (result === 'missing') {
    const message = `There is no delivery ${printable(id)}. See replywire webhooks list.`
    return refuse(terminal, 'DELIVERY_NOT_FOUND', message)
  }
  if (result !== 'waiting') return refuse(terminal, result.code, result.message)
  return confirm(terminal, `${id} is queued: the next server or worker sends it, with the same id.`, { id, result })
}
