/** What an orchestrator asks: the members of a request file, and what distinguishes one question from another. */
import { createHash } from 'node:crypto'
import { ReplywireError } from '../errors.ts'
import { isObject, type JsonObject } from '../lib/json-value.ts'
import { plainJson } from '../lib/plain-json.ts'
import type { Call } from '../outcome/call.ts'
import { requestFace, withPhase } from './contract.ts'

/** A question for an agent: the members of a request file. */
export interface AgentQuestion {
  /** The agent to run: `agent_name`. */
  agent: string
  prompt: string
  /** A JSON object. */
  context?: object
  /** A phase has files of its own: `.agent-request-phase8.json`. */
  phase?: number
  phaseName?: string
  /** Whole seconds. Default: 120. The host stops the agent after this long. */
  timeoutSeconds?: number
  model?: string
  /**
   * What makes this question the same one when the orchestrator runs again. Without it the phase, the agent, the
   * prompt, the context and the model do, all together; a prompt that is never the same twice needs a key.
   */
  key?: string
}

/** The same text for the same question, in every process. */
export function identityOf({ key, ...question }: AgentQuestion): string {
  const { phase = null, phaseName = null, agent, prompt, model = null } = question
  const context = question.context ?? {}
  const normalized =
    key === undefined
      ? [phase, phaseName, agent, prompt, ordered(plainJson(context)), model]
      : [phase, phaseName, agent, key]
  return createHash('sha256').update(JSON.stringify(normalized)).digest('hex')
}

/** Members in one order, so that an object built in another order is the same context. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]))
}

/** The request file of a question. Throws when a part of it has no place there. */
export function requestBytes(question: AgentQuestion, requestId: string, createdAt: string): Uint8Array {
  const context = checkQuestion(question)
  const { agent, prompt, model, phase, phaseName, timeoutSeconds = 120 } = question
  const call: Call = {
    operation: agent,
    input: {
      prompt,
      ...(Object.keys(context).length === 0 ? undefined : { context }),
      ...(model === undefined ? undefined : { model }),
    },
    exchange: { requestId, at: createdAt },
    deadlineMs: timeoutSeconds * 1000,
    ...(phaseName === undefined ? undefined : { stageId: phaseName }),
  }
  const { wire, losses } = requestFace.encode(phase === undefined ? call : withPhase(call, phase))
  const lost = losses.find(({ pointer }) => pointer.startsWith('/call/input'))
  if (lost !== undefined) throw misuse(`${lost.pointer.slice('/call/input/'.length)} cannot be asked: ${lost.reason}.`)
  return wire.body.bytes
}

function misuse(message: string): ReplywireError {
  return new ReplywireError('ERR_MISUSE', message)
}

/** The context as JSON has it. */
function checkQuestion({ agent, prompt, phase, phaseName, timeoutSeconds, model, ...more }: AgentQuestion): JsonObject {
  if (typeof agent !== 'string' || agent === '') throw misuse('A question names its agent.')
  if (typeof prompt !== 'string') throw misuse('A prompt is one string; put structure into the context.')
  if (phase !== undefined && !isCount(phase)) throw misuse('A phase is a whole number from 1.')
  if (phaseName === '') throw misuse('The name of a phase is not empty.')
  if (timeoutSeconds !== undefined && !isCount(timeoutSeconds)) throw misuse('A timeout is whole seconds, 1 or more.')
  if (model === '') throw misuse('A model is named or left out.')
  const context = plainJson(more.context ?? {})
  if (isObject(context)) return context
  throw misuse('A context is an object that JSON can hold, nested 60 levels at most.')
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= 1_000_000
}
