/** `replywire demo`: agents, a worker, a gateway and the console on this machine, and a tour through them. */
import { createInterface } from 'node:readline'
import { wrap } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { openDemo } from '../demo/open-demo.ts'
import { screenLines, stepLines } from '../demo/show-demo.ts'
import type { TourState } from '../demo/step.ts'
import { tour } from '../demo/tour.ts'
import { showWhile } from '../progress-line.ts'
import type { demoOptions } from '../table/agents.ts'
import { portOf } from './serve.ts'

type Stopping = Promise<'stopped'>

const ending = 'That was the tour. Everything is still running: try the commands above, or the console. Ctrl-C ends it.'

export async function run({ values, terminal }: Invocation<typeof demoOptions>): Promise<number> {
  const isAttended = !values.tour && !terminal.json && process.stdin.isTTY === true && terminal.out.isTerminal
  const stopping = Promise.withResolvers<'stopped'>()
  const stop = (): void => stopping.resolve('stopped')
  // Until everything has ended: a second Ctrl-C would leave the worker behind.
  for (const signal of signals) process.on(signal, stop)
  const demo = await showWhile(terminal, 'Starting the demo', () => openDemo({ port: portOf(values.port ?? '0') }))
  try {
    const { out } = terminal
    const say = (lines: readonly string[]): void => {
      if (!terminal.json) for (const line of lines) out.line(line)
    }
    say([...screenLines(demo, out), ''])
    const state: TourState = { demo, style: out.style }
    for (const [index, step] of tour.entries()) {
      const what = index === 0 ? 'Press Enter for the tour, Ctrl-C to end.' : 'Press Enter to continue.'
      if (isAttended && (await enter(what, stopping.promise)) === 'stopped') return exitCodes.ok
      const result = await Promise.race([step.run(state), stopping.promise])
      if (result === 'stopped') return exitCodes.interrupted
      const { title } = step
      if (terminal.json) out.line(JSON.stringify({ step: index + 1, title, ...result }))
      else say([...stepLines(step, `${index + 1} of ${tour.length}`, result, out), ''])
    }
    if (!isAttended) return exitCodes.ok
    say(wrap(ending, out.columns))
    await stopping.promise
    return exitCodes.ok
  } finally {
    await demo.close()
    for (const signal of signals) process.removeListener(signal, stop)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Waits for Enter. While it waits, the terminal sends Ctrl-C and Ctrl-D as keys, and no signal comes of them. */
async function enter(what: string, stopping: Stopping): Promise<'next' | 'stopped'> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const stopped = new Promise<'stopped'>(resolve => {
    lines.once('SIGINT', () => resolve('stopped'))
    lines.once('close', () => resolve('stopped'))
  })
  const next = new Promise<'next'>(resolve => lines.question(`${what} `, () => resolve('next')))
  try {
    const choice = await Promise.race([next, stopped, stopping])
    if (choice === 'stopped') process.stderr.write('\n')
    return choice
  } finally {
    lines.close()
  }
}
