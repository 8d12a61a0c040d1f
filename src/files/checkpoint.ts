/** A run that cannot go on before an agent has answered. */
import { join } from 'node:path'
import { responsePath } from './disk/names.ts'
import type { OpenQuestion } from './state.ts'

/**
 * What a process ends with that needs an agent.
 *
 * @example
 * if (process.exitCode === needsAgent) console.log('Run an agent, then start again.')
 */
export const needsAgent = 42

/**
 * Thrown where a question has no answer yet. End the process with `exitCode`; run it again once there is one.
 *
 * @example
 * try { await run.ask(question) } catch (error) { if (error instanceof Checkpoint) process.exitCode = error.exitCode }
 */
export class Checkpoint extends Error {
  readonly exitCode = needsAgent
  readonly requestId: string
  readonly agent: string
  readonly phase: number | null
  /** Absolute. */
  readonly requestFile: string
  /** Absolute: the answer goes here and nowhere else. */
  readonly responseFile: string
  /** How often this question was come back to without an answer. */
  readonly resumes: number

  constructor(dir: string, pending: OpenQuestion) {
    super(`Waiting for an answer at ${responsePath(join(dir, pending.requestFile))}.`)
    this.name = 'Checkpoint'
    this.requestId = pending.requestId
    this.agent = pending.agent
    this.phase = pending.phase
    this.requestFile = join(dir, pending.requestFile)
    this.responseFile = responsePath(this.requestFile)
    this.resumes = pending.resumes
  }

  /** What the operator of the process should know, in three lines. */
  get lines(): [string, string, string] {
    const phase = this.phase === null ? '' : ` (phase ${this.phase})`
    return [
      `An agent is needed: ${this.agent}${phase}`,
      `  its request is ${this.requestFile}`,
      `  its answer goes to ${this.responseFile}; then run this again`,
    ]
  }
}
