/** The commands on messages: on answers of a server that runs, as the guide on checking prints them. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsOf } from '../docs/commands.ts'
import { blocksIn } from '../docs/markdown.ts'
import { json, type Place, run, start } from './processes.ts'
import type { Step } from './steps.ts'

interface Called {
  readonly outcome: { readonly kind: string }
  readonly wire: object & { readonly body: object }
}

/** A created_at with a space for its T, which can be fixed safely. */
const response = {
  request_id: 'r-1',
  version: '1.0',
  status: 'success',
  response: '{"answer":42}',
  error_message: null,
  error_type: null,
  created_at: '2026-01-01 00:00:00+00:00',
  duration_seconds: 1.5,
  metadata: {},
}

export async function checkMessages(step: Step, agent: string): Promise<void> {
  const place: Place = { folder: join(agent, 'messages'), bin: join(agent, 'node_modules/.bin') }
  mkdirSync(join(place.folder, 'recorded'), { recursive: true })
  await step('record a question, a stream and the health of the served agent', () => record(place))
  await step('OpenAPI documents and the output of curl -i are read', async () => {
    const document = await run(place, ['replywire', 'validate', 'openapi.yaml'])
    assert.match(document.out, /yaagents 0\.3 openapi/)
    const { status, headers, body } = JSON.parse(readFileSync(join(place.folder, 'recorded/greeting.json'), 'utf8'))
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const output = `HTTP/1.1 ${status} OK\r\n${lines.join('')}\r\n${JSON.stringify(body)}`
    writeFileSync(join(place.folder, 'curl.txt'), output)
    assert.match((await run(place, ['replywire', 'validate', 'curl.txt'])).out, /^[✓!] curl\.txt/)
  })
  await step('the corpus of a contract is in the package', async () => {
    const code =
      "import corpus from 'replywire/corpus/yaagents/0.3.json' with { type: 'json' }; console.log(corpus.length > 100)"
    const { out } = await run(place, ['node', '--input-type=module', '-e', code])
    assert.match(out, /^true/m)
  })
  // The contract of one's own that the guide names: a shipped one under an id of its own.
  const own = "import { yaagents } from 'replywire/contracts/yaagents'\nexport default { ...yaagents, id: 'mine' }\n"
  writeFileSync(join(place.folder, 'mine.ts'), own)
  for (const page of ['docs/guide/checking.md']) {
    for (const { text } of blocksIn(page).flatMap(commandsOf)) {
      if (!/^replywire (?:validate|explain|translate|detect)\b/.test(text)) continue
      await step(`$ ${text}`, () => run(place, ['sh', '-c', text]))
    }
  }
  await step('validate --junit wrote its report; validate --fix fixed the file', () => {
    assert.match(readFileSync(join(place.folder, 'report.xml'), 'utf8'), /<testsuites? /)
    const fixed = JSON.parse(readFileSync(join(place.folder, '.agent-response.json'), 'utf8'))
    assert.equal(fixed.created_at, '2026-01-01T00:00:00+00:00')
  })
  await step('validate reports what is wrong, with exit code 1', async () => {
    const input = '{"type":"conflict","message":"It is taken."}'
    const { out } = await run(place, ['replywire', 'validate', '--contract', 'yaagents', '-'], { code: 1, input })
    assert.match(out, /yaagents\/trace/)
  })
  await step('translate --strict reports a loss, with exit code 3', async () => {
    const { err } = await run(place, ['replywire', 'translate', 'answer.json', '--to', 'jpcite', '--strict'], {
      code: 3,
    })
    assert.match(err, /\S/)
  })
  await step('contracts, rules, schema', async () => {
    const { contracts } = await json<{ contracts: { id: string }[] }>(place, ['contracts'])
    assert.equal(contracts.length, 8)
    const { rules } = await json<{ rules: { id: string }[] }>(place, ['rules', 'yaagents@0.3'])
    assert.ok(rules.some(({ id }) => id === 'yaagents/trace'))
    const { out } = await run(place, ['replywire', 'schema', 'yaagents@0.3', 'conflict'])
    assert.match(JSON.parse(out).$schema, /^https:\/\/json-schema\.org\//)
  })
  await step('completion for bash, zsh and fish', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await run(place, ['replywire', 'completion', shell])
      assert.match(out, /ask-back/)
      if (shell === 'bash') await run(place, ['bash', '-n'], { input: out })
    }
  })
  await step('help, --version, an unknown command', async () => {
    assert.match((await run(place, ['replywire', 'help', 'validate'])).out, /--junit/)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    assert.equal((await run(place, ['replywire', '--version'])).out, `${version}\n`)
    await run(place, ['replywire', 'validat'], { code: 2 })
  })
}

async function record(place: Place): Promise<void> {
  const { folder } = place
  const server = start(place, ['replywire', 'serve', '../agent.ts', '--port', '0'])
  const [, url = ''] = await server.waitFor(/ at (http:\S+)/)
  const asked = await json<Called>(place, ['call', url, 'greet', 'name=Ada'], { code: 4 })
  writeFileSync(join(folder, 'answer.json'), JSON.stringify(asked.wire.body))
  writeFileSync(join(folder, 'recorded/question.json'), JSON.stringify(asked.wire))
  const read = await json<Called>(place, ['call', url, 'read', 'id=1'])
  writeFileSync(join(folder, 'recorded/greeting.json'), JSON.stringify(read.wire))
  const stream = await run(place, ['replywire', 'call', url, 'greet', 'name=Ada', 'tone=warm', '--stream'])
  assert.match(stream.err, /finding words[\s\S]*completed/)
  const body = JSON.stringify({ request_id: 'r-1', task_type: 'GREET', inputs: { name: 'Ada', tone: 'warm' } })
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
  const streamed = await fetch(`${url}/agents/run/stream`, { method: 'POST', headers, body })
  writeFileSync(join(folder, 'run.sse'), await streamed.text())
  writeFileSync(join(folder, 'health.json'), await (await fetch(`${url}/health`)).text())
  writeFileSync(join(folder, 'openapi.yaml'), await (await fetch(`${url}/openapi.json`)).text())
  writeFileSync(join(folder, '.agent-response.json'), JSON.stringify(response))
  assert.equal(await server.stop('SIGTERM'), 0)
}
