/**
 * `node test/shells/run.ts`: the completion scripts in bash, zsh and fish, each in the shell itself. Shells that are not
 * installed are named and left out. Not part of `npm test`, because most machines lack two of the three.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const main = resolve('src/cli/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'replywire-shells-'))
writeFileSync(join(folder, 'a reply.json'), '{}')

/** What is typed, and what must be offered for its last word: all of these words, and nothing else. */
const cases: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['replywire va', ['validate']],
  ['replywire ta', ['tasks']],
  ['replywire tasks ', ['list', 'show', 'tail', 'cancel', 'retry']],
  ['replywire tasks list --sta', ['--state']],
  ['replywire tasks list --state pa', ['paused']],
  ['replywire tasks --dea', ['--dead']],
  ['replywire inbox --ur', ['--url']],
  ['replywire validate --contract yaag', ['yaagents']],
  ['replywire completion ', ['bash', 'fish', 'zsh']],
  ['replywire validate a', ['a reply.json']],
  ['replywire --v', ['--version']],
  ['replywire validate --face ', ['a2a', 'file', 'http', 'mcp']],
  ['replywire validate --level ', ['must', 'should']],
  ['replywire explain json/uni', ['json/unique-keys']],
  ['replywire schema yaag', ['yaagents']],
  ['replywire help expl', ['explain']],
  ['replywire tasks cancel --se', ['--secret-file']],
]

type Shell = 'bash' | 'zsh' | 'fish'

const programs: Readonly<Record<Shell, (script: string, line: string) => readonly string[]>> = {
  bash: (script, line) => {
    const words = line.split(' ').map(word => `'${word}'`)
    return [
      '--norc',
      '-c',
      `source ${script}; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _replywire 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]
  },
  fish: (script, line) => ['--no-config', '-c', `source ${script}; complete -C '${line}'`],
  zsh: (script, line) => ['-f', '-c', zshProgram(script, line)],
}

/** Types the line and a tab into a zsh of its own. There, what is offered is printed between two marks. */
function zshProgram(script: string, line: string): string {
  const setUp = [
    'PROMPT=',
    'autoload -Uz compinit; compinit -u -D',
    `source ${script}`,
    'mark() { print -r -- "@@" }; compprefuncs=(mark); comppostfuncs=(mark)',
    // Candidates that match the word, in place of a menu.
    'compadd() { local -a found; if (( $@[(I)-[OAD]] )); then builtin compadd "$@"; else builtin compadd -A found "$@"; print -rl -- $found; fi }',
    "bindkey '^I' complete-word",
    'print -r -- ready',
  ]
  writeFileSync(`${script}.rc`, `${setUp.join('\n')}\n`)
  return `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ${script}.rc'
zpty -r shell text '*ready*'
zpty -w -n shell '${line}'$'\\t'
zpty -r shell text '*@@*@@*'
print -r -- "\${\${text#*@@}%@@*}"
zpty -d shell`
}

let failures = 0
for (const shell of ['bash', 'zsh', 'fish'] as const) {
  const version = spawnSync(shell, ['--version'], { encoding: 'utf8' })
  if (version.status !== 0) {
    console.log(`- ${shell} is not installed`)
    continue
  }
  const script = join(folder, `completion.${shell}`)
  writeFileSync(script, spawnSync(process.execPath, [main, 'completion', shell], { encoding: 'utf8' }).stdout)
  let passed = 0
  for (const [line, expected] of cases) {
    const { stdout } = spawnSync(shell, programs[shell](script, line), {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
    })
    const found = [
      ...new Set(stdout.split(/\r?\n/).map(text => (text.split('\t')[0] ?? '').trimEnd().replaceAll('\\', ''))),
    ].filter(Boolean)
    if (JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted())) passed += 1
    else console.log(`✗ ${shell}: "${line}" offers ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
  }
  failures += cases.length - passed
  console.log(`${passed === cases.length ? '✓' : '✗'} ${version.stdout.split('\n')[0]}: ${passed} of ${cases.length}`)
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1
