/** The Python recipes of the guides, run as they are printed. Where there is no python3, a test says so. */
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import literature from '../../examples/literature/agent.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { callCli as cli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { blocksIn } from './markdown.ts'

const probe = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
const isPresent = probe.error === undefined && probe.status === 0

function recipeOf(page: string): string {
  const [recipe, ...others] = blocksIn(page).filter(({ language }) => language === 'python')
  if (recipe === undefined || others.length > 0) throw new Error(`${page} has no Python recipe, or several.`)
  return recipe.text
}

/** Runs a recipe and what is done with it, in a folder of its own. */
async function python(recipe: string, use: string, words: readonly string[]): Promise<string> {
  const file = join(folder(), 'recipe.py')
  writeFileSync(file, `${recipe}\n${use}\n`)
  const { stdout } = await promisify(execFile)('python3', [file, ...words])
  return stdout
}

test('every module that a recipe imports is of the standard library', () => {
  const imported = ['docs/guide/calling.md', 'docs/guide/files.md'].flatMap(page =>
    [...recipeOf(page).matchAll(/^(?:import|from) (.*?)(?: import .*)?$/gm)].flatMap(([, names = '']) =>
      names.split(', '),
    ),
  )
  expect(imported).toEqual(['json', 'urllib.error', 'urllib.request', 'uuid', 'json', 'os', 'time', 'datetime'])
})

if (!isPresent) {
  test('there is no python3 of version 3.9 or later here: the recipes were not run', () => {
    console.warn('There is no python3 of version 3.9 or later here: the recipes were not run.')
    expect(isPresent).toBe(false)
  })
} else {
  describe('calling an agent', () => {
    let server: Listening
    beforeAll(async () => {
      server = await serve(literature, { contract: 'agent-run' }).listen({ port: 0 })
    })
    afterAll(() => server.close())

    const call = (use: string) =>
      python(recipeOf('docs/guide/calling.md'), `import sys\nbase = sys.argv[1]\n${use}`, [server.url])

    test('returns the outputs, of an empty search too', async () => {
      const found = await call('print(run(base, "LIT_RETRIEVAL", {"query": "naps of nurses"})["papers"][0]["title"])')
      expect(found).toContain('Night-shift naps')
      expect(await call('print(run(base, "LIT_RETRIEVAL", {"query": "quantum zeppelins"}))')).toBe("{'papers': []}\n")
    })

    test('follows a stream to its answer', async () => {
      const events = await call(`names = []
outputs = stream(base, "LIT_RETRIEVAL", {"query": "naps of nurses", "limit": 3}, lambda name, data: names.append(name))
print(names, len(outputs["papers"]))`)
      expect(events).toBe("['started', 'progress', 'progress'] 3\n")
    })

    test.each(['run', 'stream'])('%s raises what the agent refused, with its code', async how => {
      const failed = await call(`try:
    ${how}(base, "DANCE", {})
except AgentFailed as error:
    print(error.code)`)
      expect(failed).toBe('UNSUPPORTED_TASK_TYPE\n')
    })
  })

  describe('answering a request file', () => {
    const ask = ['file', 'ask', '--agent', 'reviewer', '--prompt', 'Grüße']
    const answer = (dir: string, run: string) =>
      python(recipeOf('docs/guide/files.md'), `import sys\nanswer(sys.argv[1], ${run})`, [dir])

    test('writes a file without a finding, and its answer arrives', async () => {
      const cwd = folder()
      await cli(ask, { cwd })
      await answer(cwd, 'lambda request: {"prompt": request["prompt"], "n": 1.5}')
      expect(readdirSync(cwd)).not.toContain('.agent-request.json')
      expect(readFileSync(join(cwd, '.agent-response.json'), 'utf8')).toContain('Grüße')
      const { code, out } = await cli(['validate', '.agent-response.json', '--json'], { cwd })
      expect(code).toBe(0)
      expect(JSON.parse(out).files).toMatchObject([{ valid: true, findings: [] }])
      const { out: answered } = await cli(ask, { cwd })
      expect(JSON.parse(answered)).toEqual({ prompt: 'Grüße', n: 1.5 })
    })

    test('writes a failure without the text of the exception', async () => {
      const cwd = folder()
      await cli(ask, { cwd })
      await answer(cwd, 'lambda request: {}["secret"]')
      expect(await cli(ask, { cwd })).toEqual({ code: 1, out: '', err: '✗ error: The agent failed.\n' })
    })
  })
}
