/** Webhooks: delivered to a receiver that checks signatures, listed, sent again, tested. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, run } from './processes.ts'
import { receiverSecret } from './receiver.ts'
import { begin } from './run-tasks.ts'
import type { Step } from './steps.ts'
import type { Desk } from './use-store.ts'

interface Delivery {
  readonly id: string
  readonly task: string
  readonly state: string
}

export async function sendWebhooks(step: Step, desk: Desk): Promise<void> {
  const { receiver, place } = desk
  const delivered = await step('a webhook is delivered, and webhooks list has it', async () => {
    const task = await begin(desk, ['report', 'customer=Cleo'])
    const look = () => desk.on<{ deliveries: Delivery[] }>(['webhooks', 'list', '--state', 'delivered'])
    return eventually(look, ({ deliveries }) => deliveries.find(delivery => delivery.task === task))
  })
  await step('webhooks resend sends it again under the same id', async () => {
    const times = () => receiver.ids.filter(id => id === delivered.id).length
    const before = times()
    assert.ok(before > 0)
    await desk.show(['webhooks', 'resend', delivered.id])
    await eventually(
      async () => times(),
      count => (count > before ? true : undefined),
    )
  })
  await step('webhooks test sends one with a signature that the receiver accepts', async () => {
    const before = receiver.ids.length
    writeFileSync(join(place.folder, 'secret.txt'), `${receiverSecret}\n`)
    await run(place, ['replywire', 'webhooks', 'test', receiver.url, '--secret', '@secret.txt', '--allow-loopback'])
    assert.equal(receiver.ids.length, before + 1)
  })
}
