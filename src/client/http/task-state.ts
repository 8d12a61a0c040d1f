/** Agents with status documents of their own: the word of a state, and the outcome that it means. */
import { plainContract } from '../../contracts/roles.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { canceled, failed, type Outcome } from '../../outcome/outcome.ts'
import type { Reply } from '../connection.ts'

type Meaning = 'working' | 'needs-input' | 'failed' | 'canceled' | 'completed'

/** Words in lower case, without separators. */
const words: Readonly<Record<Meaning, string>> = {
  working:
    'queued pending running working inprogress submitted accepted started starting processing scheduled waiting ' +
    'created new active ongoing executing retrying paused suspended cancelling canceling',
  'needs-input': 'inputrequired authrequired actionrequired requiresaction requiresinput',
  failed: 'failed failure error errored timedout timeout expired rejected crashed',
  canceled: 'canceled cancelled aborted stopped terminated',
  completed: 'completed complete done succeeded success successful finished ok ready',
}

const meanings = new Map(
  Object.entries(words).flatMap(([meaning, list]) => list.split(' ').map(word => [word, meaning as Meaning] as const)),
)

/** Whether a task waits for somebody who cannot be asked here. */
export function needsInput({ outcome }: Reply): boolean {
  return outcome.kind === 'pending' && outcome.notices?.some(({ code }) => code === needsInputCode) === true
}

const needsInputCode = 'TASK_NEEDS_INPUT'

/**
 * What a look at a task shows. A contract with words of its own has said it already; a document of the plain
 * contract is a status document where it has a state. What was fetched as the result of the work is the result,
 * unless it says that the work goes on.
 */
export function stateOf(reply: Reply, first: Reply, isResult: boolean): Reply {
  const { outcome, contract } = reply
  const value = outcome.kind === 'completed' && outcome.payload?.kind === 'value' ? outcome.payload.value : undefined
  if (!isObject(value)) return reply
  const states = statesIn(value)
  const known = states.map(state => meanings.get(state.toLowerCase().replaceAll(/[\s_-]/g, '')))
  const meaning = known.find(one => one !== undefined && one !== 'completed') ?? known.find(one => one !== undefined)
  if (meaning === 'working') return { ...reply, outcome: first.outcome }
  const isPlain = contract === undefined || contract.id === plainContract
  const [state] = states
  if (isResult || !isPlain || state === undefined || meaning === 'completed') return reply
  return { ...reply, outcome: outcomeOf(meaning, state, value, first.outcome) }
}

function statesIn({ status, state }: JsonObject): string[] {
  const inner = isObject(status) ? status.state : undefined
  return [status, state, inner].filter(one => typeof one === 'string')
}

function outcomeOf(
  meaning: Exclude<Meaning, 'working' | 'completed'> | undefined,
  state: string,
  value: JsonObject,
  first: Outcome,
): Outcome {
  const more = { payload: { kind: 'value' as const, value }, ...(first.task && { task: first.task }) }
  switch (meaning) {
    case 'failed': {
      const details = { state, ...statedError(value) }
      return failed(fault('dependency', 'The task failed.', { code: 'TASK_FAILED', recovery: 'stop', details }), more)
    }
    case 'canceled':
      return canceled(more)
    case 'needs-input': {
      // The work is not over, and a pause would need a question.
      const message = `The task waits for input (${state}), and its status does not say for which.`
      const notices = [{ severity: 'warning' as const, code: needsInputCode, message }]
      return { ...more, kind: 'pending', phase: 'working', message, notices }
    }
    case undefined:
      return { ...more, kind: 'unknown', status: state }
  }
}

/** The code and the message that the agent gives for a failure. */
function statedError({ error, code, message }: JsonObject): JsonObject {
  const stated: JsonObject = isObject(error) ? error : { code: code ?? null, message: error ?? message ?? null }
  const members: [string, Json | undefined][] = [
    ['code', stated.code],
    ['message', stated.message],
  ]
  return Object.fromEntries(members.filter((one): one is [string, Json] => one[1] !== undefined && one[1] !== null))
}
