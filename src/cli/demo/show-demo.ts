/** The demo in the terminal: its first screen, and its steps. */
import { alignRows, wrap } from '../columns.ts'
import type { OutputStream } from '../terminal.ts'
import type { Demo } from './open-demo.ts'
import type { DemoStep, StepResult } from './step.ts'
import { tour } from './tour.ts'

/** How this Replywire is started from a shell: in a project that has it, or in its repository. */
const program = import.meta.url.includes('/node_modules/') ? 'npx replywire' : 'npx node src/cli/main.ts'

/** Where it is shown. */
type Page = Pick<OutputStream, 'style' | 'columns'>

/** What is running, and where to click. */
export function screenLines(demo: Demo, { style: { strong, name, dim }, columns }: Page): string[] {
  const console = demo.consoleLink()
  const access = `export REPLYWIRE_URL=${demo.campaigns} REPLYWIRE_TOKEN=@${demo.tokenFile}`
  const running = [
    ['an agent', name(demo.campaigns), 'asks questions, needs approvals; also /mcp and /a2a'],
    ['a worker', `process ${demo.workerPid}`, 'runs what waits in the store, a SQLite file'],
    ['a service', name(demo.reports), 'was there before, and breaks its contract'],
    ['a gateway', name(demo.gateway), 'in front of these, and of the services of examples/fleet'],
  ]
  const places = [
    ...(console === undefined ? [] : [[strong('Console'), name(console)]]),
    [strong('Try it'), name(`${demo.campaigns}/docs`)],
    [strong('Terminal'), `${access}; ${program} inbox`],
  ]
  return [
    strong('Replywire is running on this machine. Nothing leaves it.'),
    '',
    ...alignRows(running).map(row => `  ${row}`),
    '',
    ...wrap(
      'One request for approval waits: decide it in the console, whose link signs you in, or in a terminal.',
      columns,
    ),
    '',
    ...alignRows(places).map(row => `  ${row}`),
    '',
    dim(`The tour has ${tour.length} short steps, each with the commands to repeat it.`),
  ]
}

/** A step with its heading and the commands that repeat it: at most 20 lines. */
export function stepLines(
  step: DemoStep,
  at: string,
  { lines, commands }: StepResult,
  { style: { strong, dim }, columns }: Page,
): string[] {
  return [
    strong(`${at}  ${step.title}`),
    ...wrap(step.about, columns).map(dim),
    '',
    ...lines.map(line => `  ${line}`),
    '',
    dim('Again:'),
    ...commands.map(command => dim(`  ${command.replace(/^replywire /, `${program} `)}`)),
  ]
}
