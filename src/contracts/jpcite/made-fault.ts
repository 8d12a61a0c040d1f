/** Outcomes that are no failures and are written as errors: the fault that stands for each, and the link it carries. */
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Outcome, Paused } from '../../outcome/outcome.ts'
import { documents, errorRowOf } from './status.ts'

const codes: Readonly<Record<Need['kind'], string>> = {
  input: 'CLARIFICATION_REQUIRED',
  reply: 'CLARIFICATION_REQUIRED',
  approval: 'APPROVAL_REQUIRED',
  credentials: 'UNAUTHORIZED',
}

const isQuestion = (need: Need): boolean => need.kind === 'input' || need.kind === 'reply'

/** The need that decides the error, and what it asks. */
function decisiveNeed({ needs }: Paused): { first: Need; hint: string } {
  const first = needs.find(isQuestion) ?? needs.find(({ kind }) => kind === 'approval') ?? needs[0]
  return { first, hint: 'question' in first ? first.question : first.kind === 'approval' ? first.action : '' }
}

/** What a paused run asks for, in words. */
export function hintOf(outcome: Paused): string {
  return decisiveNeed(outcome).hint
}

/** The fault that an outcome is written as; undefined when it is written as an answer. */
export function madeFault(outcome: Outcome): Fault | undefined {
  const made = plainFault(outcome)
  const link = made === undefined ? undefined : documentationIn(outcome, made)
  return made === undefined || link === undefined ? made : { ...made, extra: { jpcite: { documentation: link } } }
}

function plainFault(outcome: Outcome): Fault | undefined {
  switch (outcome.kind) {
    case 'paused':
      return pausedFault(outcome)
    case 'canceled':
      return fault('internal', outcome.message ?? '', { code: 'CANCELED' })
    case 'unknown':
      // Whether it was done is unknown. Both codes of a failing server invite a repeat, which may not be safe.
      return outcome.status === 'unknown'
        ? fault('conflict', outcome.message ?? '', { code: 'OUTCOME_UNKNOWN', recovery: 'stop' })
        : fault('integrity', outcome.message ?? '', { detail: 'the agent answered with an unknown status' })
    default:
      return undefined
  }
}

function pausedFault(outcome: Paused): Fault {
  const { needs } = outcome
  const { first, hint } = decisiveNeed(outcome)
  const category = isQuestion(first) ? 'invalid' : first.kind === 'approval' ? 'forbidden' : 'unauthenticated'
  return fault(category, outcome.message || hint, {
    code: codes[first.kind],
    ...(isQuestion(first)
      ? { detail: needs.flatMap(need => ('name' in need ? [`field='${need.name}'`] : [])).join('; ') || hint }
      : {}),
  })
}

/** The link of an outcome without a fault of its own, where it explains the code of its error. */
function documentationIn({ extra }: Outcome, made: Fault): string | undefined {
  const link = extra?.jpcite?.documentation
  return typeof link === 'string' && documents(link, errorRowOf(made.category).code) ? link : undefined
}

/** The outcome without the link that its fault carries. */
export function withoutLink<O extends Outcome>(outcome: O): O {
  const made = plainFault(outcome)
  if (made === undefined || documentationIn(outcome, made) === undefined) return outcome
  const { extra: { jpcite, ...strangers } = {}, ...rest } = outcome
  const { documentation: _, ...others } = jpcite ?? {}
  const extra = Object.keys(others).length === 0 ? strangers : { ...strangers, jpcite: others }
  return (Object.keys(extra).length === 0 ? rest : { ...rest, extra }) as O
}
