/** Mistakes that cost users of this protocol weeks: each is tried here, and cannot happen. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { Checkpoint, FileError, openRun, resumeRun } from '../../src/files/index.ts'
import { dataOf, freshDirectory, response, world } from './files-world.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const enhance = { agent: 'agent-content-enhancer', prompt: 'Enhance.', phase: 8, phaseName: 'agent_enhancement' }
const analyse = { agent: 'architectural-reviewer', prompt: 'Analyse.', phase: 1, phaseName: 'ai_analysis' }
const generate = { agent: 'agent-generator', prompt: 'Generate.', phase: 5, phaseName: 'agent_generation' }

const stopped = (value: unknown): Checkpoint => {
  if (value instanceof Checkpoint) return value
  throw new Error(`Not stopped: ${JSON.stringify(value)}`)
}

describe('6: the wrong file name', () => {
  test('an answer under the plain name instead of -phase8 is found by its id', async () => {
    const { ask, write, names } = world()
    const { requestId } = stopped(await ask(enhance))
    write('.agent-response.json', response(requestId, { sections: [] }))
    expect(dataOf(await ask(enhance))).toEqual({ sections: [] })
    expect(names()).not.toContain('.agent-response.json')
  })

  test('and the other way round', async () => {
    const { ask, write } = world()
    const { requestId } = stopped(await ask({ agent: 'x', prompt: 'p' }))
    write('.agent-response-phase6.json', response(requestId, { n: 1 }))
    expect(dataOf(await ask({ agent: 'x', prompt: 'p' }))).toEqual({ n: 1 })
  })

  test('an answer to somebody else under that name stays where it is', async () => {
    const { ask, write, names } = world()
    stopped(await ask(enhance))
    write('.agent-response.json', response('somebody-elses', { n: 1 }))
    expect(await ask(enhance)).toBeInstanceOf(Checkpoint)
    expect(names()).toContain('.agent-response.json')
  })
})

describe('7: the wrong directory', () => {
  test('the host answers beside the request, wherever it was started', async () => {
    const { dir, ask, names } = world()
    stopped(await ask({ ...analyse, agent: 'POLICY_REVIEW', prompt: 'Data is kept for 5 years.' }))
    const elsewhere = freshDirectory()
    const agent = fileURLToPath(new URL('../../examples/literature/agent.ts', import.meta.url))
    const { status } = spawnSync(process.execPath, [main, 'file', 'answer', '--dir', dir, agent], {
      cwd: elsewhere,
    })
    expect(status).toBe(0)
    expect(names()).toContain('.agent-response-phase1.json')
    expect(existsSync(join(elsewhere, '.agent-response-phase1.json'))).toBe(false)
  })

  test('every path that is told is absolute', async () => {
    const { dir, ask } = world()
    const { lines } = stopped(await ask(analyse))
    expect(lines).toEqual([
      'An agent is needed: architectural-reviewer (phase 1)',
      `  its request is ${dir}/.agent-request-phase1.json`,
      `  its answer goes to ${dir}/.agent-response-phase1.json; then run this again`,
    ])
  })

  test('an answer in the wrong directory ends in an error that names both places, never in a hang', async () => {
    const { dir, ask } = world()
    const { requestId } = stopped(await ask(analyse))
    const wrong = world()
    wrong.write('.agent-response-phase1.json', response(requestId, {}))
    const before = process.cwd
    process.cwd = () => wrong.dir
    try {
      await ask(analyse, { maxResumes: 1 })
      await expect(ask(analyse, { maxResumes: 1 })).rejects.toThrow(
        `${dir}/.agent-response-phase1.json: no answer to the agent architectural-reviewer in phase 1 (ai_analysis) after 2 resumes; there is one in the wrong place, ${wrong.dir}/.agent-response-phase1.json.`,
      )
    } finally {
      process.cwd = before
    }
  })
})

describe('9: the answer that is never loaded, and 42 without end', () => {
  test('the answer is loaded at the next start, and the next, and the next', async () => {
    const { ask, host } = world()
    stopped(await ask(analyse))
    await host()
    for (let start = 0; start < 3; start++) {
      expect(dataOf(await ask(analyse))).toEqual({ answers: 'architectural-reviewer' })
    }
  })

  test.each([
    ['null as JSON', 'null', null],
    ['an empty object', '{}', {}],
    ['an empty list', '[]', []],
    ['false', 'false', false],
    ['zero', '0', 0],
    ['an empty string as JSON', '""', ''],
  ])('an answer that is %s is an answer', async (_, text, expected) => {
    const { ask, write } = world()
    const { requestId } = stopped(await ask(analyse))
    write('.agent-response-phase1.json', response(requestId, text))
    expect(dataOf(await ask(analyse))).toEqual(expected)
    expect(dataOf(await ask(analyse))).toEqual(expected)
  })

  test('an empty text is an answer too', async () => {
    const { ask, write } = world()
    const { requestId } = stopped(await ask(analyse))
    write('.agent-response-phase1.json', response(requestId, '', { metadata: { content_type: 'text/plain' } }))
    expect(dataOf(await ask(analyse))).toBe('')
  })

  test('a success without a response is refused, asked again, and in the end an error', async () => {
    const { dir, ask, write, names, json, notices } = world()
    const { requestId } = stopped(await ask(analyse))
    for (let round = 1; round <= 5; round++) {
      write('.agent-response-phase1.json', response(requestId, '', { response: null }), 5)
      expect(await ask(analyse)).toMatchObject({ requestId, resumes: round })
    }
    write('.agent-response-phase1.json', response(requestId, '', { response: null }), 5)
    await expect(ask(analyse)).rejects.toThrow(/no answer to .* after 6 resumes; what came was set aside as \//)
    expect(names().filter(name => name.endsWith('.rejected'))).toHaveLength(6)
    expect(json('.agent-response-phase1.json.rejected.findings.json')).toMatchObject({
      file: join(dir, '.agent-response-phase1.json'),
      findings: [{ rule: 'agent-file/success-response', pointer: '/response' }],
    })
    expect(notices[0]).toContain(`${dir}/.agent-response-phase1.json: set aside as ${dir}/`)
    // Whoever mends the host is not locked out.
    write('.agent-response-phase1.json', response(requestId, { late: true }))
    expect(dataOf(await ask(analyse))).toEqual({ late: true })
  })
})

describe('10: one file for two phases', () => {
  test("phase 5's list is never phase 1's object", async () => {
    const { ask, write, names } = world()
    const first = stopped(await ask(analyse))
    write('.agent-response-phase1.json', response('phase-5-of-yesterday', ['a', 'b']))
    expect(await ask(analyse)).toBeInstanceOf(Checkpoint)
    expect(names()).toContain('.agent-response-phase1.json.stale')
    write('.agent-response-phase1.json', response(first.requestId, { layers: [] }))
    expect(dataOf(await ask(analyse))).toEqual({ layers: [] })
  })

  test('two questions without a phase have one name and two answers', async () => {
    const { ask, host } = world()
    const one = { agent: 'x', prompt: 'one' }
    const two = { agent: 'x', prompt: 'two' }
    const echo = (call: { input: unknown }) => ({ got: (call.input as { prompt: string }).prompt })
    stopped(await ask(one))
    await host(echo)
    expect(dataOf(await ask(one))).toEqual({ got: 'one' })
    stopped(await ask(two))
    await host(echo)
    expect(dataOf(await ask(two))).toEqual({ got: 'two' })
    expect(dataOf(await ask(one))).toEqual({ got: 'one' })
  })
})

describe("11: phase 1's answer given to phase 5", () => {
  test('a new phase is asked, whatever was answered before, in the same process or the next', async () => {
    const { open, ask, host } = world()
    stopped(await ask(analyse))
    await host(() => ({ phase: 1 }))
    const run = await open()
    expect(dataOf(await run.ask(analyse))).toEqual({ phase: 1 })
    await expect(run.ask(generate)).rejects.toBeInstanceOf(Checkpoint)
    await host(() => ['phase 5'])
    expect(dataOf(await ask(generate))).toEqual(['phase 5'])
    expect(dataOf(await ask(analyse))).toEqual({ phase: 1 })
  })

  test('even with the same agent and prompt', async () => {
    const { ask, host } = world()
    stopped(await ask(analyse))
    await host(() => ({ phase: 1 }))
    dataOf(await ask(analyse))
    expect(await ask({ ...analyse, phase: 5 })).toBeInstanceOf(Checkpoint)
  })
})

describe('12: the state that is lost after cd', () => {
  test('a run stays in the directory that it was opened in', async () => {
    const dir = freshDirectory()
    const before = process.cwd
    process.cwd = () => dir
    const run = await openRun({ name: 'walker', unanswered: 'throw' })
    process.cwd = () => freshDirectory()
    try {
      const checkpoint = stopped(await run.ask(analyse).catch(error => error))
      expect(checkpoint.requestFile).toBe(`${dir}/.agent-request-phase1.json`)
      expect(existsSync(`${dir}/.walker-state.json`)).toBe(true)
    } finally {
      process.cwd = before
    }
  })

  test('resuming in the wrong directory names the file that is missing', async () => {
    const dir = freshDirectory()
    await expect(resumeRun({ dir, name: 'walker' })).rejects.toThrow(
      `${dir}/.walker-state.json: there is nothing to resume: no run was saved under this name.`,
    )
  })

  test('a directory that was moved as a whole goes on', async () => {
    const { dir, ask, host } = world()
    stopped(await ask(analyse))
    await host()
    const moved = join(freshDirectory(), 'moved')
    renameSync(dir, moved)
    mkdirSync(dir)
    const run = await resumeRun({ dir: moved, name: 'test', unanswered: 'throw' })
    expect(dataOf(await run.ask(analyse))).toEqual({ answers: 'architectural-reviewer' })
    run.close()
  })
})

describe('13: one resume counter for all phases', () => {
  test('phase 1 may use up its resumes; phase 5 begins at none', async () => {
    const { ask, host, json } = world()
    stopped(await ask(analyse))
    for (let round = 1; round <= 5; round++) expect(stopped(await ask(analyse)).resumes).toBe(round)
    expect(json('.test-state.json')).toMatchObject({ phase: 1, resume_count: 5 })
    await host()
    dataOf(await ask(analyse))
    expect(json('.test-state.json')).toMatchObject({ agent_request_pending: null, resume_count: 0 })
    expect(stopped(await ask(generate)).resumes).toBe(0)
    for (let round = 1; round <= 5; round++) expect(stopped(await ask(generate)).resumes).toBe(round)
    await expect(ask(generate)).rejects.toBeInstanceOf(FileError)
  })
})

describe("14: the wrong phase's response", () => {
  test('with the answers of two phases lying there, each question gets its own', async () => {
    const { ask, write } = world()
    const first = stopped(await ask(analyse))
    write('.agent-response-phase5.json', response('of-another-run', ['wrong']))
    write('.agent-response-phase1.json', response(first.requestId, { right: 1 }))
    expect(dataOf(await ask(analyse))).toEqual({ right: 1 })
    const second = stopped(await ask(generate))
    write('.agent-response-phase1.json', response('late', { wrong: true }))
    write('.agent-response-phase5.json', response(second.requestId, ['right']))
    expect(dataOf(await ask(generate))).toEqual(['right'])
  })

  test('a run that waits for phase 5 is not sent back to phase 1, nor on to phase 8', async () => {
    const { dir, ask } = world()
    stopped(await ask(generate))
    for (const other of [analyse, enhance]) {
      await expect(ask(other)).rejects.toThrow(
        `${dir}/.agent-request-phase5.json: this run waits for the agent agent-generator in phase 5 (agent_generation) and was asked something else.`,
      )
    }
  })
})
