/** The recipes: what can run here is run, what cannot is read. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { parse } from '../../src/cli/parse.ts'
import { findCommand } from '../../src/cli/table.ts'
import { folder } from '../cli/run-cli.ts'
import { entries } from '../exported-names.ts'
import { blocksIn } from './markdown.ts'

const sources = entries()

/** A block of a recipe as a module of the source: `replywire/…` is what the package would have there. */
function moduleIn(page: string, file: string): string {
  const block = blocksIn(page).find(one => one.file === file)
  if (block === undefined) throw new Error(`${page} has no ${file}.`)
  return block.text.replaceAll(/'(replywire(?:\/[\w/]+)?)'/g, (whole, name) => {
    const source = sources.get(name)
    return source === undefined ? whole : `'${resolve(source)}'`
  })
}

const agent = `import { defineAgent, operation } from '${resolve('src/index.ts')}'
export default defineAgent({ name: 'echo', version: '1', operations: { echo: operation({
  title: 'Echo', route: 'POST /echoes', effects: 'none',
  input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  async handler({ text }, context) { await context.progress(0.5, 'half'); return { text } },
}) } })`

/** Runs a program that prints its address, until the work with it is done. */
async function running<T>(files: Record<string, string>, work: (url: string) => Promise<T>): Promise<T> {
  const cwd = folder({ 'package.json': '{ "type": "module" }', 'agent.ts': agent, ...files })
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  const child = spawn(process.execPath, ['main.ts'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return await work(url)
  } finally {
    child.kill('SIGKILL')
  }
}

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

const mounts: readonly (readonly [file: string, main: string])[] = [
  [
    'hono-app.ts',
    "import { serve } from '@hono/node-server'\nserve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log('http://127.0.0.1:' + port))",
  ],
  [
    'express-app.ts',
    "const listening = app.listen(0, () => console.log('http://127.0.0.1:' + listening.address().port))",
  ],
  ['fastify-app.ts', "console.log(await app.listen({ port: 0, host: '127.0.0.1' }))"],
]

test.each(mounts)('%s answers, refuses and streams under its path', async (file, main) => {
  const files = {
    [file]: moduleIn('docs/recipes/mount.md', file),
    'main.ts': `import { app } from './${file}'\n${main}`,
  }
  await running(files, async url => {
    const answer = await fetch(`${url}/agent/echoes`, post('{"text":"hi"}'))
    expect([answer.status, await answer.json()]).toMatchObject([200, { text: 'hi' }])
    const wrong = await fetch(`${url}/agent/echoes`, post('{}'))
    expect([wrong.status, await wrong.json()]).toMatchObject([422, { code: 'VALIDATION_FAILED' }])
    const broken = await fetch(`${url}/agent/echoes`, post('{"text":'))
    expect(broken.status).toBe(422)
    const stream = await fetch(`${url}/agent/echoes`, post('{"text":"hi"}', { accept: 'text/event-stream' }))
    const text = await stream.text()
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    expect(text).toContain('half')
    expect(text).toContain('"text":"hi"')
    const document = (await (await fetch(`${url}/agent/openapi.json`)).json()) as { paths: object; servers: unknown }
    expect(Object.keys(document.paths)).toContain('/echoes')
  })
})

test('the AI SDK in a handler', async () => {
  const model = `import { simulateReadableStream } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 2, text: 2 } }
export const model = new MockLanguageModelV4({ doStream: async () => ({ stream: simulateReadableStream({ chunks: [
  { type: 'stream-start', warnings: [] }, { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Owls ' }, { type: 'text-delta', id: '1', delta: 'fly.' },
  { type: 'text-end', id: '1' }, { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
] }) }) })`
  const files = {
    'model.ts': model,
    'writer.ts': moduleIn('docs/recipes/ai-sdk.md', 'writer.ts'),
    'main.ts': `import { serve } from '${resolve('src/server/index.ts')}'
import agent from './writer.ts'
console.log((await serve(agent, { authenticate: false }).listen({ port: 0 })).url)`,
  }
  await running(files, async url => {
    const stream = await fetch(`${url}/texts`, post('{"topic":"owls"}', { accept: 'text/event-stream' }))
    const text = await stream.text()
    const deltas = [...text.matchAll(/"part":\{"type":"text","text":"([^"]*)"/g)].map(([, delta]) => delta)
    expect(deltas).toEqual(['Owls ', 'fly.'])
    expect(text).toContain('"text":"Owls fly."')
  })
})

interface Manifest {
  kind: string
  apiVersion: string
  metadata: { name: string }
  spec: {
    selector: { matchLabels?: Record<string, string> } & Record<string, unknown>
    template: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } }
    ports: { targetPort: string }[]
  }
}

interface Container {
  command: string[]
  ports?: { name: string; containerPort: number }[]
  envFrom: { secretRef: { name: string } }[]
  readinessProbe?: { httpGet: { path: string; port: string } }
}

function yamlIn(page: string): unknown[] {
  const blocks = blocksIn(page).filter(({ language }) => language === 'yaml')
  return blocks.flatMap(({ text }) =>
    parseAllDocuments(text).map(document => {
      expect(document.errors, page).toEqual([])
      return document.toJS() as unknown
    }),
  )
}

/** What is wrong with a command line of Replywire. */
function problemOf(words: readonly string[]): string | undefined {
  try {
    const { command, rest } = findCommand(words)
    parse(command, rest)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('files for other programs', () => {
  test('the Kubernetes manifest is complete: names, labels, ports and commands agree', () => {
    const all = yamlIn('docs/recipes/kubernetes.md') as Manifest[]
    expect(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Secret greeter',
      'Deployment greeter',
      'Deployment greeter-worker',
      'Service greeter',
    ])
    const deployments = all.filter(({ kind }) => kind === 'Deployment')
    for (const { spec } of deployments) {
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
      for (const { command, envFrom } of spec.template.spec.containers) {
        expect(command[0]).toBe('node_modules/.bin/replywire')
        expect(problemOf(command.slice(1))).toBeUndefined()
        expect(envFrom.map(({ secretRef }) => secretRef.name)).toEqual(['greeter'])
      }
    }
    const [server] = deployments[0]?.spec.template.spec.containers ?? []
    const service = all.at(-1)
    expect(deployments[0]?.spec.template.metadata.labels).toEqual(service?.spec.selector)
    const ports = server?.ports?.map(({ name }) => name)
    expect(ports).toContain(service?.spec.ports[0]?.targetPort)
    expect(ports).toContain(server?.readinessProbe?.httpGet.port)
    expect(server?.command).toContain(String(server?.ports?.[0]?.containerPort))
  })

  test('the workflow has jobs with steps', () => {
    const [workflow] = yamlIn('docs/recipes/github-actions.md') as {
      jobs: { conformance: { steps: { run?: string }[] } }
    }[]
    const runs = workflow?.jobs.conformance.steps.flatMap(({ run }) => (run === undefined ? [] : run.split('\n'))) ?? []
    const commands = runs.flatMap(
      line => /(?:npx |node_modules\/\.bin\/)replywire ([^&|$]*)/.exec(line)?.[1]?.trim() ?? [],
    )
    expect(commands).toHaveLength(2)
    for (const command of commands) expect(problemOf(command.split(' ')), command).toBeUndefined()
  })

  test('the units start commands that exist', () => {
    const units = blocksIn('docs/recipes/systemd.md').filter(({ language }) => language === 'ini')
    expect(units).toHaveLength(2)
    for (const { text } of units) {
      for (const section of ['[Unit]', '[Service]', '[Install]']) expect(text).toContain(section)
      for (const line of text.split('\n')) expect(line).toMatch(/^(?:\[\w+\]|\w+=.+)?$/)
      const [, words = ''] = /^ExecStart=\/usr\/bin\/node node_modules\/\.bin\/replywire (.*)$/m.exec(text) ?? []
      expect(problemOf(words.split(' ')), words).toBeUndefined()
    }
  })

  test('every metric of the queries and alerts exists', () => {
    const page = readFileSync('docs/recipes/grafana.md', 'utf8')
    const known = readFileSync('docs/reference/metrics.md', 'utf8')
    const names = new Set(page.match(/\breplywire_\w+/g))
    expect(names.size).toBeGreaterThan(7)
    expect([...names].filter(name => !known.includes(`\`${name}\``))).toEqual([])
    expect(yamlIn('docs/recipes/grafana.md')).toHaveLength(2)
  })
})
