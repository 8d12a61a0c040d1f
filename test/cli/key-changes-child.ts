/** A process that changes a key file many times. It sends how many of its changes were accepted. */
import { setTimeout as wait } from 'node:timers/promises'
import { changeKeyFile } from '../../src/runtime/key-ring.ts'

const [file = ''] = process.argv.slice(2)
let accepted = 0
for (let count = 0; count < 100; count++) {
  const token = { id: `${process.pid}-${count}`, at: count }
  accepted += await changeKeyFile(file, async ({ keys, revokedTokens }) => ({
    content: { keys, revokedTokens: [...revokedTokens, token] },
    result: 1,
  })).catch(() => 0)
  await wait(Math.random() * 8)
}
process.send?.(accepted)
