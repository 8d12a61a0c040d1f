/** The files of a new agent. */

/** Every file with its text; `replywire` is how the agent depends on this package. */
export function scaffold(name: string, replywire: string): [file: string, text: string][] {
  return [
    ['package.json', manifest(name, replywire)],
    ['tsconfig.json', tsconfig],
    ['agent.ts', agent(name)],
    ['agent.test.ts', test],
    ['README.md', readme(name)],
    ['.gitignore', 'node_modules/\n.replywire/\n'],
  ]
}

function manifest(name: string, replywire: string): string {
  const content = {
    name,
    version: '0.1.0',
    private: true,
    description: 'An agent. Supports YAAgents Profile v0.3.',
    type: 'module',
    engines: { node: '>=24' },
    yaagents: { profile: 'v0.3', declaration: 'Supports YAAgents Profile v0.3' },
    scripts: { start: 'replywire serve agent.ts', dev: 'replywire dev agent.ts', test: 'node --test', types: 'tsc' },
    dependencies: { replywire, zod: '^4.0.0' },
    devDependencies: { '@types/node': '^24.0.0', typescript: '^7.0.0' },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Node runs the files as they are; the compiler only checks them. */
const tsconfig = `{
  "compilerOptions": {
    "target": "esnext",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "skipLibCheck": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true
  }
}
`

const agent = (name: string): string => `import { ask, created, defineAgent, operation, refuse } from 'replywire'
import { z } from 'zod'

const tones = ['warm', 'formal'] as const
const greetings = new Map([['1', { id: '1', text: 'Hello Grace, how good to see you!' }]])

export default defineAgent({
  name: '${name}',
  version: '0.1.0',
  operations: {
    greet: operation({
      title: 'Greet somebody',
      route: 'POST /greetings',
      input: z.object({ name: z.string().min(1).meta({ examples: ['Ada'] }), tone: z.enum(tones).optional() }),
      output: z.object({ id: z.string(), text: z.string() }),
      async handler({ name, tone }, ctx) {
        if (!tone) return ask([{ name: 'tone', question: 'In which tone?', allowed: [...tones] }])
        await ctx.progress(0.5, 'finding words')
        const text = tone === 'warm' ? \`Hello \${name}, how good to see you!\` : \`Good day, \${name}.\`
        const greeting = { id: String(greetings.size + 1), text }
        greetings.set(greeting.id, greeting)
        return created(greeting, { location: \`/greetings/\${greeting.id}\` })
      },
    }),

    read: operation({
      title: 'Read a greeting',
      route: 'GET /greetings/{id}',
      input: z.object({ id: z.string().meta({ examples: ['1'] }) }),
      handler: ({ id }) => greetings.get(id) ?? refuse('not-found', 'There is no such greeting.'),
    }),
  },
})
`

const test = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body, check, contract, httpWire } from 'replywire'
import { serve } from 'replywire/server'
import agent from './agent.ts'

const server = serve(agent)

async function post(body: object, query = '') {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(\`http://agent/greetings\${query}\`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await server.fetch(request)
  const text = await response.text()
  const wire = httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body: Body.ofText(text) })
  return { status: response.status, body: JSON.parse(text), wire }
}

test('it greets', async () => {
  const { status, body } = await post({ name: 'Ada', tone: 'warm' })
  assert.equal(status, 201)
  assert.match(body.text, /Ada/)
})

test('it asks for the tone', async () => {
  const { status, body } = await post({ name: 'Ada' })
  assert.equal(status, 400)
  assert.equal(body.requiredInputs[0].name, 'tone')
})

test('its answers keep the contract', async () => {
  for (const input of [{ name: 'Ada', tone: 'formal' }, { name: 'Ada' }, { name: '' }]) {
    assert.deepEqual(check(contract('yaagents'), (await post(input)).wire), [])
    assert.deepEqual(check(contract('agent-run'), (await post(input, '?envelope=agent-run')).wire), [])
  }
})
`

const readme = (name: string): string => `# ${name}

An agent, written once and served in every contract by Replywire. Node 24 or newer.

\`\`\`sh
npm install
npm test
npm run types    # type-checks it: inputs and outputs have the types of their schemas
npm start        # serves it at http://127.0.0.1:8080; Ctrl-C stops it
\`\`\`

While you work on it:

\`\`\`sh
npm run dev      # serves it, restarts when a file is saved, and prints a call for every operation and contract
\`\`\`

The operations are in \`agent.ts\`; examples in an input schema are used in the printed calls. \`GET /docs\` shows the operations in a browser; \`?envelope=agent-run\` (or \`jpcite\`, \`adcp\`, \`problem\`) changes the contract of the answer. Supports YAAgents Profile v0.3.
`
