/** `npm run demo`: a tour in the terminal. Everything shown is done while you watch; nothing leaves this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { z } from 'zod'
import { mediaSeller } from '../examples/media-seller/agent.ts'
import { connect } from '../src/client/index.ts'
import { editionOf, faceOf, seal } from '../src/codec/index.ts'
import { clarificationRequired } from '../src/contracts/yaagents/index.ts'
import { answerRequest, askAgent, Checkpoint } from '../src/files/index.ts'
import {
  check,
  completed,
  contract,
  contracts,
  defineAgent,
  detect,
  type HttpWire,
  httpWire,
  operation,
  paused,
  requireApproval,
  translate,
  type Wire,
} from '../src/index.ts'
import { serve } from '../src/server/index.ts'
import { verifyStandard } from '../src/webhooks/index.ts'
import { showChecks } from './check-a-service.ts'
import { showGateway } from './gateway.ts'
import { showStreamsAndHosts } from './hosts-and-streams.ts'

const title = (text: string) => console.log(`\n${styleText(['bold', 'cyan'], `── ${text} `.padEnd(78, '─'))}\n`)
const say = (text: string) => console.log(styleText('dim', text))
const show = (value: unknown) => console.log(JSON.stringify(value, null, 2).replaceAll(/^/gm, '  '))
const bodyOf = (wire: Wire): unknown => JSON.parse(wire.body.text())

title('1. Validate an answer')
say('A service answers 412 for a question that belongs to 400, and forgets its trace:\n')
const metric = { name: 'metric', location: 'body', type: 'string', required: true, question: 'Which metric?' } as const
const clarification = clarificationRequired([metric], { requestId: 'req-1', correlationId: 'corr-1' }, 'Which metric?')
const { trace: _, ...traceless } = JSON.parse(clarification.body.text())
const judged = httpWire({ status: 412, headers: clarification.headers, body: traceless })
show(bodyOf(judged))
const [found] = detect(contracts, judged)
say(
  `\nThis is ${found?.contract.id} ${found?.version}, which is ${found?.sure}: ${found?.reason}. What is wrong with it:\n`,
)
for (const { rule, pointer, message, clause, fix } of check(contract('yaagents'), judged)) {
  console.log(`  ${styleText('red', '✗')} ${styleText('bold', rule)} ${pointer || '(the whole)'}: ${message}`)
  say(`      ${clause}. ${fix}`)
}

title('2. One outcome, every contract')
say('"Two of three sources answered", as each contract says it, and what it cannot say:\n')
const outcome = completed([{ id: 'P-1', amount: 500_000 }], {
  partial: true,
  notices: [{ severity: 'warning', message: 'One of three sources did not answer.' }],
  citations: [{ id: 'src-1', url: 'https://example.org/report' }],
})
const exchange = seal({ requestId: 'req-1', correlationId: 'corr-1', operation: 'search' })
for (const spoken of contracts) {
  const edition = spoken.editions[spoken.current]
  const carrier = (['http', 'file', 'mcp', 'a2a'] as const).find(name => edition?.[name] !== undefined)
  if (edition === undefined || carrier === undefined) continue
  const { wire, losses } = faceOf<Wire>(spoken, edition, carrier).encode(outcome, exchange)
  console.log(`  ${styleText('bold', spoken.id.padEnd(11))} ${JSON.stringify(bodyOf(wire)).slice(0, 130)}…`)
  const lost = losses.map(({ pointer }) => pointer).filter(pointer => pointer.startsWith('/outcome'))
  say(`              ${lost.length === 0 ? 'nothing of the outcome is lost' : `named losses: ${lost.join(', ')}`}`)
}

title('3. Translated: a question in YAAgents becomes one in agent-run')
const asked = faceOf<HttpWire>(contract('yaagents'), editionOf(contract('yaagents')), 'http').encode(
  paused([{ kind: 'reply', question: 'What should the campaign achieve?' }], { message: 'One thing is missing.' }),
  exchange,
).wire
show(bodyOf(translate(asked, { from: contract('yaagents'), to: contract('agent-run') }).wire))

title('4. An agent, written once and served under all of them')
const agent = defineAgent({
  name: 'tour',
  version: '1.0.0',
  operations: {
    spend: operation({
      title: 'Spend a budget',
      route: 'POST /campaigns/{campaignId}/spendings',
      input: z.object({ campaignId: z.string(), amount: z.number().positive() }),
      async handler({ campaignId, amount }, context) {
        await context.progress(0.5, 'counting')
        if (amount > 10_000) return requireApproval('spend', { action: `Spend ${amount} on ${campaignId}` })
        return { campaignId, spent: amount }
      },
    }),
  },
})
const server = await serve(agent).listen({ port: 0 })
const call = async (query: string, body: object, headers: Record<string, string> = {}): Promise<void> => {
  const path = `/campaigns/7/spendings${query}`
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  }
  const response = await fetch(server.url + path, init)
  const text = await response.text()
  console.log(`  ${styleText('bold', `POST ${path}`)} ${JSON.stringify(body)} ${headers.accept ?? ''}`)
  console.log(
    `  ${styleText(response.ok ? 'green' : 'yellow', String(response.status))} ${response.headers.get('content-type')}`,
  )
  say(`${text.trimEnd().replaceAll(/^/gm, '    ')}\n`)
}
await call('', { amount: 500 })
await call('', { amount: 25_000 })
for (const { id, editions, current } of contracts) {
  if (id !== 'yaagents' && editions[current]?.http !== undefined) await call(`?envelope=${id}`, { amount: -1 })
}
await call('', { amount: 500 }, { accept: 'text/event-stream' })
const documented = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object }
say(`It documents itself: ${Object.keys(documented.paths).length} paths in /openapi.json, pages to try it at /docs.`)
await server.close()

title('5. It outlives the process')
say('Keys, tasks, approvals and webhooks are kept in a store: here a SQLite file, or PostgreSQL.\n')
const lasting = mkdtempSync(join(tmpdir(), 'replywire-tour-'))
const webhookSecret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
const heard = Promise.withResolvers<string>()
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const verified = verifyStandard({ headers: request.headers, body: Buffer.concat(chunks), secrets: [webhookSecret] })
  heard.resolve(verified.ok ? `${verified.id} is signed: ${JSON.stringify(verified.value)}` : verified.problem)
  response.writeHead(204).end()
})
await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
const bookings = defineAgent({
  name: 'bookings',
  version: '1.0.0',
  operations: {
    book: operation({
      title: 'Book',
      route: 'POST /bookings',
      input: z.object({ seats: z.number() }),
      handler({ seats }, context) {
        if (seats > 10 && context.approval('many') === undefined) {
          return requireApproval('many', { action: `Book ${seats} seats` })
        }
        return { seats, booked: new Date().toISOString() }
      },
    }),
    plan: operation({
      title: 'Plan',
      route: 'POST /plans',
      async: true,
      input: z.object({ city: z.string() }),
      async handler({ city }, context) {
        await context.progress(0.5, 'looking at the map')
        return { city, days: 3 }
      },
    }),
  },
})
const opened = () =>
  serve(bookings, {
    store: `sqlite:${join(lasting, 'store.db')}`,
    secret: 'one secret for all who share the store',
    webhooks: {
      // Only for receivers on this machine: without it no webhook reaches a private address.
      allowLoopback: true,
      endpoints: [{ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, secret: webhookSecret }],
    },
  })
let durable = await opened().listen({ port: 0 })
const step = async (
  what: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(durable.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const replayed = response.headers.get('idempotency-replayed') === 'true' ? ', replayed' : ''
  console.log(`  ${styleText('bold', what)}\n  ${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`)
  say(`    ${response.status}${replayed} ${text.trimEnd().replaceAll('\n', '\n    ').slice(0, 400)}\n`)
  return { text, link: response.headers.get('link') ?? '' }
}
const key = { 'idempotency-key': 'seats-for-two' }
await step('A key: done once', 'POST', '/bookings', { seats: 2 }, key)
await durable.close()
const second = opened()
durable = await second.listen({ port: 0 })
await step('and answered again by a server that began later', 'POST', '/bookings', { seats: 2 }, key)
const wanted = await step('An approval: somebody has to decide', 'POST', '/bookings', { seats: 40 })
const { approvalToken } = JSON.parse(wanted.text) as { approvalToken: string }
const [, approval = ''] = /<([^>]+)>/.exec(wanted.link) ?? []
const verdict = { decision: 'approve' }
await step('which is not for callers to do', 'POST', `${approval}:decide`, verdict)
// Nobody has to say who they are here, so that the operator shows the token that was made with the store.
const operator = { authorization: `Bearer ${second.operatorToken?.value}` }
await step('the operator sees what would be done, and decides once', 'POST', `${approval}:decide`, verdict, operator)
const token = { 'x-approval-token': approvalToken }
await step('then it may be done', 'POST', '/bookings', { seats: 40 }, token)
await step('and no second time', 'POST', '/bookings', { seats: 40 }, token)
const task = await step('A task: accepted now, done later', 'POST', '/plans', { city: 'Oslo' })
const { operationId } = JSON.parse(task.text) as { operationId: string }
const stream = { accept: 'text/event-stream' }
await step('followed to its end, from any event on', 'GET', `/operations/${operationId}/events`, undefined, stream)
console.log(`  ${styleText('bold', 'a webhook reports it, with retries until it is delivered')}`)
say(`    ${await heard.promise}`)
await durable.close()
receiver.close()
rmSync(lasting, { recursive: true, force: true })

title('6. A seller under AdCP, over REST, MCP and A2A')
say('A context comes back in its own spelling; what takes long is submitted, and asked for until it is done.\n')
const seller = await serve(mediaSeller({ patienceMs: 200 }), { contract: 'adcp' }).listen({ port: 0 })
const sell = async (what: string, task: string, given: string) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: given }
  const text = await (await fetch(`${seller.url}/${task}`, init)).text()
  console.log(`  ${styleText('bold', what)}\n  POST /${task} ${given}`)
  say(`    ${text.slice(0, 400)}\n`)
  return JSON.parse(text) as { task_id: string; status: string }
}
const purchase = (key: string, product: string, budget: number) =>
  `{"idempotency_key":"${key}","end_time":"2027-06-30T00:00:00Z","packages":[{"product_id":"${product}","budget":${budget}}],"context":{ "mine": 1.50 }}`
await sell('What it can do', 'adcp/get_adcp_capabilities', '{}')
await sell('A purchase', 'create_media_buy', purchase('a-key-of-the-tour-1', 'orbit-radio-day', 500))
await sell('sent twice is one', 'create_media_buy', purchase('a-key-of-the-tour-1', 'orbit-radio-day', 500))
await sell(
  'too large to go through by itself',
  'create_media_buy',
  purchase('a-key-of-the-tour-2', 'lantern-ctv-run', 30_000),
)
const reserved = await sell(
  'Guaranteed inventory',
  'create_media_buy',
  purchase('a-key-of-the-tour-3', 'station-boards-main', 9000),
)
const asking = `{"task_id":"${reserved.task_id}","include_result":true}`
while ((await sell('How it stands', 'adcp/tasks/get', asking)).status !== 'completed') {
  await new Promise(resolve => setTimeout(resolve, 250))
}
for (const address of [`mcp+${seller.url}/mcp`, `a2a+${seller.url}`]) {
  const client = connect(address)
  const { outcome, contract: spoken } = await client.call('get_products', { brief: 'hiking' })
  console.log(`  ${styleText('bold', `The same over ${address.slice(0, 3).toUpperCase()}`)}`)
  say(`    ${spoken?.id}: ${JSON.stringify(outcome).slice(0, 300)}\n`)
  await client.close()
}
await seller.close()

title('7. The same through files')
say('An orchestrator asks and checkpoints; a host answers; the orchestrator resumes with the answer.\n')
const dir = mkdtempSync(join(tmpdir(), 'replywire-tour-'))
const run = { name: 'tour', dir, unanswered: 'throw', print: () => {} } as const
const question = { agent: 'spend', prompt: 'Spend 500 on campaign 7.', phase: 1 }
const stopped = await askAgent(question, run).catch((error: unknown) => error)
console.log(
  `  ${styleText('bold', 'ask')}     ${stopped instanceof Checkpoint ? 'checkpoint: a request waits for an agent' : String(stopped)}`,
)
const answered = await answerRequest({ dir }, () => completed({ spent: 500 }))
console.log(
  `  ${styleText('bold', 'answer')}  ${answered?.kind} in ${answered !== undefined && 'durationMs' in answered ? answered.durationMs : 0} ms`,
)
const resumed = await askAgent(question, run)
console.log(`  ${styleText('bold', 'resume')}  ${JSON.stringify(resumed)}`)
rmSync(dir, { recursive: true, force: true })

title('8. What people see: a stream taken up after a cut, a partial answer')
await showStreamsAndHosts()

title('9. Check a live service')
await showChecks(say)

title('10. A gateway in front of a service that exists already')
await showGateway(say)

title('Where to go from here')
say(`  npx node src/cli/main.ts --help          check, translate, explain
  npx node examples/campaigns/main.ts      an API in the YAAgents profile
  npx node examples/programs/main.ts       a search API in jpcite
  npx node examples/literature/main.ts     an agent in agent-run
  npx node examples/media-seller/main.ts   a seller under AdCP
  npx node examples/gateway/main.ts        a gateway in front of three services
  npx node examples/storyteller/main.ts    an agent that streams the tokens of a model
  npx node examples/template-writer/main.ts  an orchestrator and a host that meet through files
  docs/reference/README.md                 every contract, every rule, the matrix`)
