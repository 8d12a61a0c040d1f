import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataOf, world } from '../../test/faults/files-world.ts'
import { watchRequests } from './watch.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }
const slow = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

describe('watching', () => {
  test('answers what is there and what comes, several at once, and stops when told', async () => {
    const { dir, ask } = world()
    const prompts = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const prompt of prompts.slice(0, 3)) await ask({ agent: 'x', prompt }, { name: prompt })
    const seen: string[] = []
    const host = watchRequests({ dir, concurrency: 2, onAnswer: ({ kind }) => seen.push(kind) }, async call => {
      await slow(20)
      return call.input as object
    })
    for (const prompt of prompts.slice(3)) await ask({ agent: 'x', prompt }, { name: prompt })
    const got = prompts.map(prompt => ask({ agent: 'x', prompt }, { name: prompt, unanswered: 'wait' }))
    expect((await Promise.all(got)).map(dataOf)).toEqual(prompts.map(prompt => ({ prompt })))
    host.stop()
    await host.done
    expect(seen).toEqual(prompts.map(() => 'answered'))
  })

  test('stop waits for what runs; abort gives it back', async () => {
    const { dir, ask, names } = world()
    await ask(question)
    const started = Promise.withResolvers<void>()
    const finishing = watchRequests({ dir, onStart: () => started.resolve() }, async () => {
      await slow(60)
      return { late: true }
    })
    await started.promise
    expect(finishing.running).toHaveLength(1)
    finishing.stop()
    await finishing.done
    expect(dataOf(await ask(question))).toEqual({ late: true })

    await ask({ ...question, phase: 2 })
    const again = Promise.withResolvers<void>()
    const leaving = watchRequests({ dir, onStart: () => again.resolve() }, () => new Promise<never>(() => {}))
    await again.promise
    leaving.abort()
    await leaving.done
    expect(names()).toContain('.agent-request-phase2.json')
    expect(names().filter(name => name.endsWith('.lock'))).toEqual([])
  })

  test('one file that cannot be answered does not stop the others, and is told', async () => {
    const { dir, ask } = world()
    await ask({ agent: 'x', prompt: 'blocked', phase: 1 }, { name: 'a' })
    writeFileSync(join(dir, 'x'), '')
    symlinkSync(join(dir, 'x'), join(dir, '.agent-response-phase1.json'))
    const failures: string[] = []
    const host = watchRequests({ dir, onError: (_, file) => failures.push(file) }, () => ({ n: 1 }))
    const other = await ask({ agent: 'x', prompt: 'free', phase: 2 }, { name: 'b', unanswered: 'wait' })
    expect(dataOf(other)).toEqual({ n: 1 })
    host.stop()
    await host.done
    expect(failures).toEqual([join(dir, '.agent-request-phase1.json')])
  })

  test('a request that cannot be looked into is told once, and the others are answered', async () => {
    const { dir, ask } = world()
    const link = join(dir, '.agent-request-phase1.json')
    symlinkSync('/etc/hostname', link)
    const failures: string[] = []
    const host = watchRequests(
      { dir, onError: (error, file) => failures.push(`${file} ${(error as Error).message}`) },
      () => 1,
    )
    for (const prompt of ['a', 'b', 'c']) await ask({ agent: 'x', prompt }, { name: prompt, unanswered: 'wait' })
    host.stop()
    await host.done
    expect(failures).toEqual([expect.stringContaining(`${link} ${link}: not read: it is a symbolic link`)])
  })
})
