/**
 * `node examples/fleet/main.ts`: five services, a gateway in front of them, and calls whose answers are checked. Ends
 * with 1 when one is not as it has to be; with `--stay` it goes on, so that you can call it.
 */
import { calls, makeCall } from './calls.ts'
import { startFleet } from './fleet.ts'

const { url, adminUrl, stop } = await startFleet(process.env)
console.log(`\nA gateway at ${url}, in front of five services. Metrics at ${adminUrl}/metrics\n`)

let wrong = 0
for (const call of calls) {
  const { status, problems } = await makeCall(url, call)
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${call.title}\n    ${call.method} ${call.path}: ${status}`)
  for (const problem of problems) console.log(`    ${problem}`)
  if (problems.length > 0) wrong += 1
}
console.log(wrong === 0 ? `\nAll ${calls.length} answers are as they have to be.` : `\n${wrong} answers are wrong.`)

if (!process.argv.includes('--stay')) {
  await stop()
  process.exitCode = wrong === 0 ? 0 : 1
} else {
  const body = `-H 'content-type: application/json' -d '{"query":"naps of nurses"}'`
  console.log(`\ncurl -s '${url}/papers/search?envelope=problem' -H 'x-api-key: demo-key' ${body}`)
  const end = () => void stop().finally(() => process.exit())
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}
