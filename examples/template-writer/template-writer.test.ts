import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withPlaceholders } from './template.ts'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
let home: string
let dir: string
let out: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'template-writer-')))
  dir = join(home, 'work')
  out = join(home, 'template')
  mkdirSync(dir)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

interface Ended {
  code: number | null
  out: string
}

function start(cwd: string, killAfterMs: number | undefined, ...words: string[]): Promise<Ended> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [...words, '--dir', dir], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', chunk => {
      text += chunk
    })
    if (killAfterMs !== undefined) void sleep(killAfterMs).then(() => child.kill('SIGKILL'))
    child.on('close', code => resolve({ code, out: text }))
  })
}

const orchestrate = (cwd = '/', killAfterMs?: number) =>
  start(cwd, killAfterMs, here('orchestrator.ts'), here('sample'), out)
const host = (killAfterMs?: number) => start(tmpdir(), killAfterMs, here('host.ts'))
const files = () => readdirSync(dir).toSorted()

test('three phases, each in processes of its own, from other working directories', async () => {
  for (const [phase, agent] of [
    [1, 'architectural-reviewer'],
    [5, 'agent-proposer'],
    [8, 'agent-content-enhancer'],
  ]) {
    const stopped = await orchestrate()
    expect(stopped.code).toBe(42)
    expect(stopped.out).toContain(`An agent is needed: ${agent} (phase ${phase})`)
    expect(stopped.out).toContain(`its request is ${dir}/.agent-request-phase${phase}.json`)
    expect(files()).toContain(`.agent-request-phase${phase}.json`)
    expect(await host()).toMatchObject({ code: 0, out: expect.stringContaining(`answered: ${agent} in `) })
    expect(files()).toContain(`.agent-response-phase${phase}.json`)
  }
  const finished = await orchestrate()
  expect(finished).toMatchObject({ code: 0, out: expect.stringContaining('written: 14 files') })
  expect(files()).toEqual([])

  const read = (name: string) => readFileSync(join(out, name), 'utf8')
  expect(JSON.parse(read('template.json'))).toMatchObject({
    language: 'Python',
    placeholders: [
      { placeholder: 'Entity1', was: 'Book' },
      { placeholder: 'Entity2', was: 'Loan' },
    ],
    agents: ['model-specialist', 'repository-specialist', 'service-specialist', 'api-specialist', 'test-specialist'],
  })
  const repository = read('agents/repository-specialist.md')
  expect(repository).toContain('2 modules named *Repository; 2 layers depend on it.')
  expect(repository).toContain('- ✅ Reach models by its own module.')
  expect(repository).toContain('- ❌ Import from services.')
  expect(read('templates/lending/repositories/book_repository.py.template')).toContain('class {{Entity1}}Repository:')
})

test('a directory that is not there is made', async () => {
  rmSync(dir, { recursive: true })
  expect(await orchestrate()).toMatchObject({ code: 42 })
  expect(await host()).toMatchObject({ code: 0 })
})

test('whoever is killed on the way, starting them again is all it takes', async () => {
  await orchestrate('/', 150)
  await host(150)
  for (let round = 0; round < 12; round++) {
    const { code } = await orchestrate('/', round % 3 === 1 ? 250 : undefined)
    if (code === 0) break
    await host(round % 3 === 2 ? 250 : undefined)
  }
  expect(readdirSync(join(out, 'agents'))).toHaveLength(5)
})

test('entities become placeholders, other words stay', () => {
  expect(withPlaceholders('BookRepository book books bookshop Booking', ['Book'])).toBe(
    '{{Entity1}}Repository {{entity1}} {{entity1}}s bookshop Booking',
  )
})
