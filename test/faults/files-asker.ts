/** An orchestrator to be killed: asks one question after the other, and says on standard output what it got. */
import { writeSync } from 'node:fs'
import { openRun } from '../../src/files/index.ts'
import { chance, holds } from './files-parts.ts'

const [dir = '', name = '', first = '0', seed = '1', end = 'Infinity'] = process.argv.slice(2)
let isStopping = false
process.on('SIGTERM', () => {
  isStopping = true
})
writeSync(1, 'ready\n')
for (let number = Number(first); !isStopping && number < Number(end); number++) {
  const size = Math.floor(10 ** (1 + chance(Number(seed) + number)() * 4.5))
  const prompt = `${name}:${number}:${size}`
  const run = await openRun({
    dir,
    name,
    unanswered: 'wait',
    waitMs: 600_000,
    notice: line => writeSync(2, `${line}\n`),
  })
  const outcome = await run.ask({ agent: 'prover', prompt, timeoutSeconds: 60 })
  const value = outcome.kind === 'completed' && outcome.payload?.kind === 'value' ? outcome.payload.value : undefined
  if (!holds(value) || value.of !== prompt) writeSync(1, `wrong ${number} ${JSON.stringify(outcome).slice(0, 200)}\n`)
  else writeSync(1, `got ${number} ${value.requestId}\n`)
  await run.finish()
}
