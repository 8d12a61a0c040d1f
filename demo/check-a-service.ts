/** The part of the tour that checks a live service: one that conforms, and one that forgets a header. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { styleText } from 'node:util'
import { connect } from '../src/check/connect.ts'
import { publishedCases } from '../src/check/published.ts'
import { probingOf, runCheck } from '../src/check/run-check.ts'
import { contract as contractById, defineAgent, operation } from '../src/index.ts'
import { serve } from '../src/server/index.ts'

const agent = defineAgent({
  name: 'greeter',
  version: '1.0.0',
  operations: {
    greet: operation({
      title: 'Greet',
      route: 'GET /greetings/{name}',
      effects: 'none',
      input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      handler: () => ({ text: 'Hello' }),
    }),
  },
})

export async function showChecks(say: (text: string) => void): Promise<void> {
  const good = await serve(agent, { authenticate: false, log: { info() {}, warn() {} } as never }).listen({ port: 0 })
  say('  replywire check on an agent that conforms, and on the same agent behind a proxy that drops a header:\n')
  await check(good.url)
  const proxy = createServer(async ({ method = 'GET', url = '', headers }, response) => {
    const answer = await fetch(good.url + url, { method, headers: headers as Record<string, string> }).catch(
      () => undefined,
    )
    const { 'x-yaagents-profile': _, ...rest } = Object.fromEntries(answer?.headers ?? [])
    response.writeHead(answer?.status ?? 502, rest).end(await answer?.text())
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  await check(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  proxy.closeAllConnections()
  proxy.close()
  await good.close()
}

async function check(target: string): Promise<void> {
  const contract = contractById('yaagents')
  const edition = contract.editions[contract.current]
  if (edition === undefined) return
  const connection = await connect(target, { contract, edition })
  const cases = await publishedCases(connection, contract, await probingOf(contract))
  const { summary, checks } = await runCheck({ contract, edition, connection, cases, target })
  const isGood = summary.failed + summary.errors === 0
  const mark = isGood ? styleText('green', '✓') : styleText('red', '✗')
  console.log(`  ${mark} ${summary.passed} passed, ${summary.failed} failed, ${summary.notProbed} not probed`)
  const rules = new Set(checks.flatMap(({ findings }) => findings.map(({ rule, clause }) => `${rule} (${clause})`)))
  for (const rule of rules) console.log(`      ${styleText('bold', rule)}`)
}
