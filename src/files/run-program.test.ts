import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { world } from '../../test/faults/files-world.ts'
import { runProgram } from './index.ts'

const library = new URL('./index.ts', import.meta.url).href
const orchestrator = `
import { writeFileSync } from 'node:fs'
import { openRun } from '${library}'
const run = await openRun({ name: 'two' })
const first = await run.ask({ agent: 'a', prompt: 'One?', phase: 1 })
const second = await run.ask({ agent: 'b', prompt: 'Two?', phase: 2 })
await run.finish()
writeFileSync('result.json', JSON.stringify([first.payload.value, second.payload.value, process.argv.slice(2)]))
process.exitCode = 7`

test('a program is run again while it exits with 42, and its questions are answered in between', async () => {
  const { dir, names } = world()
  writeFileSync(join(dir, 'program.ts'), orchestrator)
  const kinds: string[] = []
  const options = {
    dir,
    args: ['program.ts'],
    resumeArgs: ['--resume'],
    onAnswer: ({ kind }: { kind: string }) => kinds.push(kind),
  }
  const ended = await runProgram(process.execPath, options, call => ({ of: call.operation }))
  expect(ended).toEqual({ status: 7, starts: 3 })
  expect(kinds).toEqual(['answered', 'answered'])
  expect(JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8'))).toEqual([{ of: 'a' }, { of: 'b' }, ['--resume']])
  expect(names().filter(name => name.startsWith('.agent'))).toEqual([])
})

test('42 without a request, and 42 without end, are errors', async () => {
  const { dir, write } = world()
  const exit = ['-e', 'process.exit(42)']
  await expect(runProgram(process.execPath, { dir, args: exit }, () => 1)).rejects.toThrow(
    `The program exited with 42, and no request waits in ${dir}.`,
  )
  write('.agent-request.json', '{')
  await expect(runProgram(process.execPath, { dir, args: exit, maxRounds: 0 }, () => 1)).rejects.toThrow(
    'The program exited with 42 more than 0 times; raise maxRounds.',
  )
})
