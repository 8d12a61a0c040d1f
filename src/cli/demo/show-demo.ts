/** The demo in the terminal: its first screen, and its steps. */
import { alignRows } from '../columns.ts'
import type { Style } from '../terminal.ts'
import type { Demo } from './open-demo.ts'
import type { Step, StepResult } from './step.ts'

/** How this Replywire is started from a shell: in a project that has it, or in its repository. */
const program = import.meta.url.includes('/node_modules/') ? 'npx replywire' : 'npx node src/cli/main.ts'

/** What is running, and where to click. */
export function screenLines(demo: Demo, { strong, name, dim }: Style): string[] {
  const console = demo.consoleLink('/inbox')
  const rows = [
    ['an agent', name(demo.campaigns), 'asks questions, needs approvals; also /mcp and /a2a'],
    ['an agent', name(demo.stories), 'streams its answer'],
    ['a service', name(demo.reports), 'was there before, and breaks its contract'],
    ['a gateway', name(demo.gateway), 'in front of all three'],
    ['a worker', `process ${demo.workerPid}`, 'runs what waits in the store, a SQLite file'],
  ]
  return [
    strong('Replywire is running on this machine. Nothing leaves it.'),
    '',
    ...alignRows(rows).map(row => `  ${row}`.trimEnd()),
    '',
    ...(console === undefined ? [] : [`  ${strong('Console')}   ${name(console)}`]),
    `  ${strong('Try it')}    ${name(`${demo.campaigns}/docs`)}`,
    dim('  The link to the console signs you in as the operator of this demo.'),
  ].filter(line => console !== undefined || !line.includes('The link to the console'))
}

/** A step with its heading and the commands that repeat it: at most 20 lines. */
export function stepLines(step: Step, at: string, { lines, commands }: StepResult, { strong, dim }: Style): string[] {
  return [
    strong(`${at}  ${step.title}`),
    dim(step.about),
    '',
    ...lines.map(line => `  ${line}`),
    '',
    dim('Again:'),
    ...commands.map(command => dim(`  ${command.replace(/^replywire /, `${program} `)}`)),
  ]
}
