/** What the client does in every runtime: the same calls, and one line of JSON about each. No Node built-in is used. */
import { connect, dataOf, type Moment } from '../../src/client/index.ts'

/** Runs the calls against a server of `worker`. */
export async function scenario(url: string): Promise<string[]> {
  const lines: string[] = []
  const say = (name: string, value: unknown): void => {
    lines.push(`${name}: ${JSON.stringify(value)}`)
  }
  const client = connect(url, { attempts: 1, breaker: false })
  // A text with a member given twice needs a part that is loaded for it.
  const headers = { 'content-type': 'application/json', 'x-yaagents-profile': 'v0.3' }
  const odd = await client.read(new Response('{"id":1,"id":2}', { headers }))
  say('odd', [odd.outcome.kind, odd.findings.map(({ rule }) => rule)])
  const sum = await client.call('add', { a: 1, b: 2 })
  say('completed', [sum.outcome.kind === 'completed' && dataOf(sum.outcome), sum.contract, sum.findings.length])
  say('orThrow', await client.call('add', { a: 2, b: 2 }).orThrow())
  const paused = await client.call('plan', {})
  say('paused', paused.outcome.kind === 'paused' && paused.outcome.needs)
  const answered = await client.answer(paused, { metric: 'ctr' })
  say('answered', answered.outcome.kind === 'completed' && dataOf(answered.outcome))
  const failed = await client.call('fail', {})
  say('failed', failed.outcome.kind === 'failed' && failed.outcome.fault.category)
  const moments: Moment[] = []
  for await (const moment of client.stream('count', { to: 3 })) moments.push(moment)
  say(
    'stream',
    moments.map(({ kind }) => kind),
  )
  const task = await client.call('long', { until: 'done' }, { wait: true, timeoutMs: 20_000 })
  say('task', task.outcome.kind === 'completed' && dataOf(task.outcome))
  const never = await client.call('long', { until: 'never' })
  await client.cancel(never)
  say('canceled', (await client.wait(never, { timeoutMs: 20_000 })).outcome.kind)
  for (const contract of ['jpcite', 'agent-run', 'problem']) {
    const reply = await connect(url, { contract, breaker: false }).call('add', { a: 1, b: 1 })
    say(contract, [reply.outcome.kind, reply.contract?.id])
  }
  say(
    'late',
    (await connect(`${url}/slow`, { timeoutMs: 1, breaker: false, attempts: 1 }).call('GET /x', {})).outcome.kind,
  )
  return lines
}
