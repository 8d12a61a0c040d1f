import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const run = promisify(execFile)

/** What bash would offer for the last of these words. */
async function offered(script: string, words: readonly string[], cwd?: string): Promise<string[]> {
  const program = `${script}
COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')})
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_replywire 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['--norc', '-c', program], { cwd })
  return stdout.split('\n').filter(line => line !== '')
}

describe('bash', async () => {
  const { code, out } = await cli(['completion', 'bash'])
  const cwd = folder({ 'a reply.json': '{}', 'other.txt': '' })

  test('the script is printed', () => expect(code).toBe(0))

  test.each([
    [['replywire', 'va'], ['validate']],
    [['replywire', '--v'], ['--version']],
    [['replywire', 'validate', '--contr'], ['--contract']],
    [['replywire', 'validate', '--contract', 'yaag'], ['yaagents']],
    [
      ['replywire', 'validate', '--face', ''],
      ['http', 'mcp', 'a2a', 'file'],
    ],
    [['replywire', 'validate', '--level', 's'], ['should']],
    [['replywire', 'explain', 'json/uni'], ['json/unique-keys']],
    [['replywire', 'schema', 'yaag'], ['yaagents']],
    [['replywire', 'schema', 'yaagents', 'yaag'], []],
    [['replywire', 'help', 'expl'], ['explain']],
    [
      ['replywire', 'completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['replywire', 'validate', '--contract', 'yaagents', 'a'], ['a reply.json']],
    [['replywire', 'ta'], ['tasks']],
    [
      ['replywire', 'tasks', ''],
      ['list', 'show', 'tail', 'cancel', 'retry'],
    ],
    [
      ['replywire', 'tasks', 'list', '--st'],
      ['--store', '--state'],
    ],
    [['replywire', 'tasks', 'cancel', '--se'], ['--secret-file']],
    [['replywire', 'tasks', 'list', '--se'], []],
    [['replywire', 'tasks', '--dea'], ['--dead']],
    [['replywire', 'tasks', 'list', '--state', 'pa'], ['paused']],
    [
      ['replywire', 'webhooks', 'list', '--state', ''],
      ['waiting', 'delivered', 'dead'],
    ],
    [['replywire', 'file', 'watch', 'o'], ['other.txt']],
  ])('%j', async (words, expected) => {
    expect(await offered(out, words, cwd)).toEqual(expected)
  })
})

describe('zsh and fish', () => {
  test('zsh has every command and the options of each', async () => {
    const { code, out } = await cli(['completion', 'zsh'])
    expect(code).toBe(0)
    expect(out).toMatch(/^#compdef replywire\n/)
    expect(out).toContain("'validate:Validate messages against their contract'")
    expect(out).toContain("'--level=[The lowest level of findings that makes the exit code 1.]:level:(must should)'")
    expect(out).toContain("'*:FILE|GLOB|-:_files'")
    expect(out).toContain("commands=('list:List tasks, the newest first' 'show:")
    expect(out).toMatch(/\n {6}cancel\)\n {6}_arguments -s (?:(?!;;)[\s\S])*'--secret-file=/)
  })

  test('fish has every command and the options of each', async () => {
    const { code, out } = await cli(['completion', 'fish'])
    expect(code).toBe(0)
    expect(out).toContain(
      "complete -c replywire -n __fish_use_subcommand -a validate -d 'Validate messages against their contract'",
    )
    expect(out).toContain("-l level -x -a 'must should' -d 'The lowest level of findings")
    expect(out).toContain(
      "-n '__fish_seen_subcommand_from tasks; and not __fish_seen_subcommand_from list show tail cancel retry' -a cancel -d 'Cancel a task'",
    )
    expect(out).toContain(
      "-n '__fish_seen_subcommand_from tasks; and __fish_seen_subcommand_from cancel' -l secret-file",
    )
    expect(out).toContain("-l junit -r -F -d 'Also write a JUnit report to FILE.'")
  })

  test('as JSON', async () => {
    const { out } = await cli(['completion', 'fish', '--json'])
    expect(JSON.parse(out)).toEqual({ shell: 'fish', script: expect.stringContaining('complete -c replywire') })
  })
})
