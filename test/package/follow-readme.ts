/** README's "Get started", with the tarball in place of the package's name in the registry. */
import assert from 'node:assert/strict'
import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsOf } from '../docs/commands.ts'
import { type Block, blocksIn } from '../docs/markdown.ts'
import { inspectInstalled } from './check-package.ts'
import { type Place, type Running, run, start } from './processes.ts'
import type { Step } from './steps.ts'

const blocks = blocksIn('README.md')

/** Where README's agent is called. The port may be taken on this machine. */
const printedHost = '127.0.0.1:8080'

function blockWith(text: string): Block {
  const block = blocks.find(one => one.text.includes(text))
  assert.ok(block !== undefined, `README.md has no block with "${text}".`)
  return block
}

/** Runs the lines of a block; returns the folder that it ends in. A line in `except` is run by the caller. */
async function follow(step: Step, block: Block, from: string, tarball: string, except?: string): Promise<string> {
  let folder = from
  for (const { text } of commandsOf(block).filter(command => command.text !== except)) {
    const [, inner] = /^cd (\S+)$/.exec(text) ?? []
    if (inner !== undefined) folder = join(folder, inner)
    else {
      const line = text.replace(/^(npm install) replywire\b/, `$1 ${tarball}`)
      await step(`$ ${text}`, () => run({ folder }, ['sh', '-c', line]))
    }
  }
  return folder
}

/** The calls that a server printed. */
const callsIn = (text: string): string[] => [...text.matchAll(/^curl .*$/gm)].map(([call]) => call)

/** The status that each call is answered with, exactly as it was printed. */
async function statusesOf(calls: readonly string[], folder: string): Promise<string[]> {
  const statuses: string[] = []
  for (const call of calls) {
    const { out } = await run({ folder }, ['sh', '-c', `${call} --output answer --write-out '%{http_code}'`])
    statuses.push(out)
  }
  return statuses
}

const isPrinted = (calls: number): RegExp => new RegExp(`(?:^curl .*\\n[\\s\\S]*?){${calls}}`, 'm')

/** Makes the agent that README begins with. Returns its folder. */
export async function makeAgent(step: Step, root: string, tarball: string): Promise<string> {
  const folder = join(root, 'first')
  mkdirSync(folder)
  const block = blockWith('npx replywire init')
  const [init, install, ...rest] = commandsOf(block)
  assert.deepEqual(
    [init?.text, install?.text, rest.at(-1)?.text],
    ['npm init -y', 'npm install replywire', 'npm start'],
  )
  const lines = block.text.split('\n')
  await follow(step, { ...block, text: lines.slice(0, 2).join('\n') }, folder, tarball)
  await inspectInstalled(step, folder)
  const agent = await follow(step, { ...block, text: lines.slice(2).join('\n') }, folder, tarball, 'npm start')
  await step('$ npm start, and the call that it prints', async () => {
    // The default port may be taken on this machine.
    const server = start({ folder: agent }, ['npm', 'start', '--', '--port', '0'])
    await server.waitFor(isPrinted(1))
    assert.deepEqual(await statusesOf(callsIn(server.text()), agent), ['201'])
    await server.stop('SIGINT')
  })
  copyFileSync('test/package/agent.ts', join(agent, 'desk.ts'))
  await step('$ npm run types, with the agent of these steps too', () =>
    run({ folder: agent }, ['npm', 'run', 'types']),
  )
  return agent
}

/** `replywire dev`: every call that it prints succeeds as printed, and it starts again when a file is saved. */
export async function develop(step: Step, folder: string): Promise<void> {
  const place: Place = { folder }
  const server = await step('$ npm run dev', async (): Promise<Running> => {
    const started = start(place, ['npm', 'run', 'dev', '--', '--port', '0', '--store', 'sqlite:.replywire/dev.db'])
    await started.waitFor(isPrinted(7))
    return started
  })
  await step('each of the 7 calls that it prints succeeds as printed', async () => {
    const calls = callsIn(server.text())
    assert.deepEqual(await statusesOf(calls, folder), ['201', '200', '201', '200', '201', '201', '201'])
  })
  await step('it starts again when the agent is saved', async () => {
    appendFileSync(join(folder, 'agent.ts'), '\n')
    const [, url = ''] = await server.waitFor(/was saved; restarting\.[\s\S]*? at (http:\/\/[\d.:]+)/)
    const [first = ''] = callsIn(server.text())
    assert.deepEqual(await statusesOf([first.replace(/http:\/\/[\d.:]+/, url)], folder), ['201'])
    await server.stop('SIGINT')
  })
}

/** Writes the agent that README prints. */
export async function writeAgent(step: Step, root: string, tarball: string): Promise<void> {
  const folder = join(root, 'second')
  mkdirSync(folder)
  await follow(step, blockWith('npm pkg set type=module'), folder, tarball)
  const { file = '', text } = blockWith('export const { url, close }')
  writeFileSync(join(folder, file), text)
  const [command] = commandsOf(blockWith('node agent.ts  '))
  const server = start({ folder }, ['sh', '-c', `exec ${command?.text}`])
  await step(`$ ${command?.text}, and the call that it prints`, async () => {
    await server.waitFor(isPrinted(1))
    assert.deepEqual(await statusesOf(callsIn(server.text()), folder), ['201'])
  })
  const [, host = ''] = await server.waitFor(/http:\/\/([\d.:]+)\//)
  for (const { text: line } of blocks.flatMap(commandsOf).filter(({ text: line }) => line.includes(printedHost))) {
    if (line.includes('replywire listen')) {
      await step(`$ ${line}`, async () => {
        // The port of the page may be taken here.
        const anyPort = line.replace(printedHost, host).replace(/--port \d+/, '--port 0')
        const listening = start({ folder }, ['sh', '-c', `exec ${anyPort}`])
        await listening.waitFor(/http:\/\/127\.0\.0\.1:\d+/)
        await listening.stop('SIGINT')
      })
      continue
    }
    // Who calls it is asked for the metric.
    const code = line.includes('replywire call') ? 4 : 0
    await step(`$ ${line}`, () => run({ folder }, ['sh', '-c', line.replace(printedHost, host)], { code }))
  }
  await server.stop('SIGINT')
}
