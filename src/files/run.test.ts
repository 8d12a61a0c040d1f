import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataOf, response, world } from '../../test/faults/files-world.ts'
import { answerRequest, Checkpoint, finishRun, resumeRun } from './index.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }
const checkpointOf = (value: unknown): Checkpoint => {
  if (value instanceof Checkpoint) return value
  throw new Error(`Not stopped: ${JSON.stringify(value)}`)
}

describe('a request file', () => {
  test('holds all that the protocol demands, and its state what is its own', async () => {
    const { dir, ask: start, json } = world()
    const request = await start({
      ...question,
      phaseName: 'ai_analysis',
      context: { a: 1 },
      timeoutSeconds: 30,
      model: 'm',
    })
    const { requestId } = checkpointOf(request)
    expect(json('.agent-request-phase1.json')).toEqual({
      request_id: requestId,
      version: '1.0',
      phase: 1,
      phase_name: 'ai_analysis',
      agent_name: 'reviewer',
      prompt: 'Review.',
      timeout_seconds: 30,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      context: { a: 1 },
      model: 'm',
    })
    expect(json('.test-state.json')).toMatchObject({
      version: '1.0',
      name: 'test',
      phase: 1,
      agent_request_pending: {
        request_id: requestId,
        request_file: join(dir, '.agent-request-phase1.json'),
        response_file: join(dir, '.agent-response-phase1.json'),
      },
      resume_count: 0,
    })
  })

  test('is written again, the same, when somebody removed it unanswered', async () => {
    const { dir, ask: start, read } = world()
    await start(question)
    const before = read('.agent-request-phase1.json')
    rmSync(join(dir, '.agent-request-phase1.json'))
    await start(question)
    expect(read('.agent-request-phase1.json')).toBe(before)
  })

  test.each([
    ['no agent', { agent: '', prompt: 'p' }],
    ['a phase that is none', { agent: 'x', prompt: 'p', phase: 0 }],
    ['half a second', { agent: 'x', prompt: 'p', timeoutSeconds: 0.5 }],
    ['a name that has a meaning of its own', { agent: 'x', prompt: 'p', context: { replywire: 1, a: 1 } }],
  ])('with %s is refused before anything is written', async (_, wrong) => {
    const { ask: start, names } = world()
    await expect(start(wrong)).rejects.toThrow()
    expect(names()).toEqual([])
  })
})

describe('what is in the way', () => {
  test('an older answer, even with the right id, is stale', async () => {
    const { ask: start, write, names } = world()
    const { requestId } = checkpointOf(await start(question))
    write('.agent-response-phase1.json', response(requestId, {}, { created_at: '2020-01-01T00:00:00Z' }))
    expect(await start(question)).toBeInstanceOf(Checkpoint)
    expect(names()).toContain('.agent-response-phase1.json.stale')
    expect(await start(question)).toBeInstanceOf(Checkpoint)
  })

  test('a clock that is a second behind makes no answer stale', async () => {
    const { ask: start, write } = world()
    const { requestId } = checkpointOf(await start(question))
    write(
      '.agent-response-phase1.json',
      response(requestId, 1, { created_at: new Date(Date.now() - 1000).toISOString() }),
    )
    expect(dataOf(await start(question))).toBe(1)
  })

  test.each([
    [
      'result instead of response',
      (id: string) => ({ request_id: id, status: 'success', result: {} }),
      'agent-file/result-field',
    ],
    [
      'an object instead of text',
      (id: string) => response(id, '', { response: { sections: [] } }),
      'agent-file/response-text',
    ],
    ['no envelope at all', () => ({ sections: ['a'], a: 'b' }), 'agent-file/envelope'],
    ['a duration that is a text', (id: string) => response(id, {}, { duration_seconds: '1.0' }), 'agent-file/duration'],
    ['half a file', () => '{"request_id": "', 'json/readable'],
    ['an empty file', () => '', 'json/readable'],
  ])('%s is rejected with its findings, and the next answer is not poisoned', async (_, file, rule) => {
    const { ask: start, write, json, names } = world()
    const { requestId } = checkpointOf(await start(question))
    write('.agent-response-phase1.json', file(requestId), 5)
    expect(await start(question)).toMatchObject({ requestId, resumes: 1 })
    expect(names()).toContain('.agent-response-phase1.json.rejected')
    const { findings } = json('.agent-response-phase1.json.rejected.findings.json') as { findings: { rule: string }[] }
    expect(findings.map(each => each.rule)).toContain(rule)
    write('.agent-response-phase1.json', response(requestId, { right: true }))
    expect(dataOf(await start(question))).toEqual({ right: true })
  })

  test('a file that is still being written is waited for', async () => {
    const { dir, ask: start, write, names } = world()
    const { requestId } = checkpointOf(await start(question))
    const whole = JSON.stringify(response(requestId, { slow: true }))
    write('.agent-response-phase1.json', whole.slice(0, 50))
    setTimeout(() => writeFileSync(join(dir, '.agent-response-phase1.json'), whole), 300)
    expect(dataOf(await start(question))).toEqual({ slow: true })
    expect(names()).not.toContain('.agent-response-phase1.json.rejected')
  })

  test('an answer that was set aside, by whom ever, is found again by its id', async () => {
    const { ask: start, write } = world()
    const { requestId } = checkpointOf(await start(question))
    write('.agent-response-phase1.json.2.stale', response(requestId, { kept: true }))
    expect(dataOf(await start(question))).toEqual({ kept: true })
  })

  test('an answer that was rejected too early and is whole now is found as well', async () => {
    const { ask: start, write } = world()
    const { requestId } = checkpointOf(await start(question))
    write('.agent-response-phase1.json.rejected', response(requestId, { whole: true }))
    expect(dataOf(await start(question))).toEqual({ whole: true })
  })
})

describe('two orchestrators', () => {
  test('that ask in the same phase have files of their own', async () => {
    const { dir, ask: start, names } = world()
    const one = checkpointOf(await start(question, { name: 'one' }))
    const two = checkpointOf(await start(question, { name: 'two' }))
    expect(one.requestFile).toBe(join(dir, '.agent-request-phase1.json'))
    expect(two.requestFile).toMatch(/\.agent-request-[0-9a-f]{8}\.json$/)
    expect(two.responseFile).toBe(two.requestFile.replace('request', 'response'))
    const echo = (_: unknown, { request }: { request: { requestId: string } }) => ({ to: request.requestId })
    await answerRequest({ dir }, echo)
    await answerRequest({ dir }, echo)
    expect(dataOf(await start(question, { name: 'two' }))).toEqual({ to: two.requestId })
    expect(dataOf(await start(question, { name: 'one' }))).toEqual({ to: one.requestId })
    expect(names().filter(name => name.startsWith('.agent-'))).toEqual([])
  })

  test("do not set each other's unread answers aside", async () => {
    const { dir, ask: start, names } = world()
    const one = checkpointOf(await start(question, { name: 'one' }))
    await answerRequest({ dir }, () => ({ for: 'one' }))
    const two = checkpointOf(await start(question, { name: 'two' }))
    expect(two.requestFile).not.toBe(one.requestFile)
    expect(names()).toContain('.agent-response-phase1.json')
    expect(dataOf(await start(question, { name: 'one' }))).toEqual({ for: 'one' })
  })

  test('of one name are kept apart while both run, and told so when they ask different things', async () => {
    const { dir, open, ask: start } = world()
    const run = await open()
    await expect(open()).rejects.toThrow(`${dir}/.test-run.lock: the process ${process.pid} on `)
    run.close()
    await start({ agent: 'x', prompt: 'file a' })
    await expect(start({ agent: 'x', prompt: 'file b' })).rejects.toThrow('give a second orchestrator its own name')
  })
})

test('while a host is at work, coming back is not counted', async () => {
  const { dir, ask: start } = world()
  await start(question)
  const working = Promise.withResolvers<void>()
  const answering = answerRequest({ dir }, async () => {
    await working.promise
    return { done: true }
  })
  for (let round = 0; round < 7; round++) expect(checkpointOf(await start(question)).resumes).toBe(0)
  working.resolve()
  await answering
  expect(dataOf(await start(question))).toEqual({ done: true })
})

describe('a run', () => {
  test('keeps when it began, its configuration and its data', async () => {
    const { open, json } = world()
    const first = await open({ config: { strategy: 'fast' } })
    first.data.step = 1
    await first.checkpoint('one')
    const before = json('.test-state.json')
    first.close()
    const second = await open({ config: { strategy: 'slow' } })
    expect(second).toMatchObject({
      isResumed: true,
      config: { strategy: 'fast' },
      data: { step: 1 },
      lastCheckpoint: 'one',
    })
    second.data.step = 2
    await second.checkpoint('two')
    const after = json('.test-state.json')
    expect(after).toMatchObject({ created_at: before.created_at, checkpoint: 'two', phase_data: { step: 2 } })
    second.close()
  })

  test('that is finished leaves nothing, and begins anew', async () => {
    const { ask: start, host, open, names } = world()
    await start(question)
    await host()
    const run = await open()
    await run.ask(question)
    await run.finish()
    expect(names()).toEqual([])
    expect(await start(question)).toBeInstanceOf(Checkpoint)
  })

  test('that is finished with a question open withdraws it', async () => {
    const { ask: start, open, names } = world()
    await start(question)
    await (await open()).finish()
    expect(names()).toEqual([])
  })

  test('that begins anew sets aside what was there', async () => {
    const { ask: start, names } = world()
    const before = checkpointOf(await start(question))
    const after = checkpointOf(await start(question, { fresh: true }))
    expect(after.requestId).not.toBe(before.requestId)
    expect(names()).toEqual(['.agent-request-phase1.json', '.test-state.json', '.test-state.json.stale'])
  })

  test('with a broken state keeps it, says so, and begins anew; resume refuses', async () => {
    const { dir, ask: start, write, notices, names } = world()
    write('.test-state.json', '{"version": "1.0", "na')
    expect(await start(question)).toBeInstanceOf(Checkpoint)
    expect(names()).toContain('.test-state.json.corrupt')
    expect(notices).toEqual([
      `${dir}/.test-state.json: the state cannot be read; it is kept as ${dir}/.test-state.json.corrupt, and the run starts from the beginning.`,
    ])
    write('.test-state.json', '{}{')
    await expect(resumeRun({ dir, name: 'test' })).rejects.toThrow(`kept as ${dir}/.test-state.json.2.corrupt`)
  })

  test('leaves the state of another program alone', async () => {
    const { open, write, read } = world()
    write('.test-state.json', { version: '1.0', checkpoint: 'x', phase_data: {} })
    const before = read('.test-state.json')
    await expect(open()).rejects.toThrow('this is the state of another program')
    expect(read('.test-state.json')).toBe(before)
  })

  test('whose state was changed by somebody else does not overwrite it', async () => {
    const { dir, open } = world()
    const run = await open()
    await run.checkpoint('one')
    const path = join(dir, '.test-state.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"one"', '"two"  '))
    await expect(run.checkpoint('three')).rejects.toThrow('another process has written it')
    run.close()
  })

  test('asks one thing at a time, and all of them in the end', async () => {
    const { dir, open, host } = world()
    const questions = ['a', 'b', 'c'].map(prompt => ({ agent: 'x', prompt }))
    for (let start = 0; start < 3; start++) {
      const run = await open()
      const request = await Promise.allSettled(questions.map(each => run.ask(each)))
      expect(request.filter(({ status }) => status === 'fulfilled')).toHaveLength(start)
      expect(readdirSync(dir).filter(name => name.startsWith('.agent-request'))).toHaveLength(1)
      await host()
    }
    const run = await open()
    expect((await Promise.all(questions.map(each => run.ask(each)))).map(({ kind }) => kind)).toEqual([
      'completed',
      'completed',
      'completed',
    ])
    run.close()
  })

  test('gives failures as they are, keeps them, and asks again when it is told to forget', async () => {
    const { ask: start, open, host } = world()
    await start(question)
    await host(() => {
      throw new Error('secret text')
    })
    const outcome = await start(question)
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'internal', message: 'The agent failed.' } })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(await start(question)).toEqual(outcome)
    const run = await open()
    await run.forget(question)
    run.close()
    expect(await start(question)).toBeInstanceOf(Checkpoint)
    await host()
    expect(dataOf(await start(question))).toEqual({ answers: 'reviewer' })
  })

  test('asks again for an answer that somebody removed or broke', async () => {
    const { dir, ask: start, host, names, write, notices } = world()
    await start(question)
    await host()
    await start(question)
    const kept = names().find(name => name.startsWith('.test-answer-')) ?? ''
    write(kept, '{"broken": ')
    expect(await start(question)).toBeInstanceOf(Checkpoint)
    expect(existsSync(join(dir, `${kept}.rejected`))).toBe(true)
    expect(notices.at(-1)).toContain('the answer is broken, kept as')
    await host()
    await start(question)
    rmSync(join(dir, names().find(name => /^\.test-answer-.*\.json$/.test(name)) ?? ''))
    expect(await start(question)).toBeInstanceOf(Checkpoint)
    expect(notices.at(-1)).toContain('the answer is gone; asking again')
  })

  test('knows a question by its key where the prompt is never the same', async () => {
    const { ask: start, host } = world()
    let count = 0
    const changing = () => ({ agent: 'x', prompt: `It is ${count++}.`, key: 'the-time' })
    await start(changing())
    await host()
    expect(dataOf(await start(changing()))).toEqual({ answers: 'x' })
    await expect(start({ agent: 'x', prompt: 'p', context: { b: 1, a: [{ d: 1, c: 2 }] } })).resolves.toBeInstanceOf(
      Checkpoint,
    )
    await host()
    expect(dataOf(await start({ agent: 'x', prompt: 'p', context: { a: [{ c: 2, d: 1 }], b: 1 } }))).toEqual({
      answers: 'x',
    })
  })

  test('that is closed asks nothing more', async () => {
    const { open } = world()
    const run = await open()
    run.close()
    await expect(run.ask(question)).rejects.toThrow('The run test is closed in this process.')
  })

  test('lets signals and timers in between its questions, though every answer is there', async () => {
    const { ask: start, host, open } = world()
    await start(question)
    await host()
    const run = await open()
    for (let count = 0; count < 3; count++) {
      let isTurned = false
      setImmediate(() => {
        isTurned = true
      })
      await run.ask(question)
      expect(isTurned).toBe(true)
    }
    run.close()
  })

  test('that is closed while it waits stops at once; its request stays, its lock goes', async () => {
    const { open, names } = world()
    const run = await open({ unanswered: 'wait', waitMs: 600_000 })
    const waiting = run.ask(question)
    setTimeout(() => run.close(), 50)
    await expect(waiting).rejects.toBeInstanceOf(Checkpoint)
    expect(names()).toEqual(['.agent-request-phase1.json', '.test-state.json'])
  })

  test('takes the answers that came twice away when it ends, and nobody else’s', async () => {
    const { ask: start, host, open, names, write } = world()
    const { requestId } = checkpointOf(await start(question))
    await host()
    await start(question)
    write('.agent-response-phase1.json', response(requestId, 'again'))
    write('.agent-response-1a2b3c4d.json', response(requestId, 'again'))
    write('.agent-response.json.2.stale', response(requestId, 'again'))
    write('.agent-response.json.3.stale', response('another', 'again'))
    write('.agent-response.json.rejected', response(requestId, 'again'))
    await (await open()).finish()
    expect(names()).toEqual(['.agent-response.json.3.stale', '.agent-response.json.rejected'])
  })

  test('waits, when told to, and stops waiting in time', async () => {
    const { dir, ask: start, host } = world()
    const waiting = start(question, { unanswered: 'wait', waitMs: 20_000 })
    await new Promise(resolve => setTimeout(resolve, 50))
    await host()
    expect(dataOf(await waiting)).toEqual({ answers: 'reviewer' })
    await finishRun({ dir, name: 'test' })
    expect(await start(question, { unanswered: 'wait', waitMs: 50 })).toBeInstanceOf(Checkpoint)
  })
})
