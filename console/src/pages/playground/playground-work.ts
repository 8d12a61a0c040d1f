/** What the worker of the playground does, as plain data: a text is examined, and written in another contract. */
import type { Finding } from '../../../../src/codec/rule.ts'
import { ReplywireError } from '../../../../src/errors.ts'
import type { Source } from '../../../../src/inspect/source.ts'
import type { Carrier } from '../../../../src/wire/wire.ts'
import { type Examination, examineMessage, readText, type Unrecognised } from './examine-message.ts'
import type { PlacedFindings } from './place-findings.ts'
import { isTranslatable, type TranslatedMessage, targetsFor, translateMessage } from './translate-message.ts'

/** Which message of a text, as one of which contract. */
export interface PlaygroundQuestion {
  readonly text: string
  /** Empty: it is recognised. */
  readonly named: string
  /** Which message of a recording. */
  readonly index: number
  /** The contract to write it in, `ID@VERSION`; without one it is examined. */
  readonly target?: string
}

/** Status and headers of an answer that came with them. */
export interface MessageHead {
  readonly status: number | undefined
  readonly headers: readonly (readonly [name: string, value: string])[]
}

interface ExaminedMessage {
  readonly head: MessageHead | undefined
  readonly placed: PlacedFindings
  readonly findings: readonly Finding[]
}

export interface RecognisedMessage extends ExaminedMessage {
  readonly title: string
  readonly version: string
  readonly carrier: Carrier
  readonly message: string
  readonly sure: string
  readonly reason: string
  /** Others that are just as sure, as `ID VERSION`. */
  readonly others: readonly string[]
  /** Set by the reader, and not recognised. */
  readonly isChosen: boolean
  /** What it can be written in: nothing, where it is neither an answer nor a stream. */
  readonly targets: readonly string[]
}

export interface UnrecognisedMessage extends ExaminedMessage {
  readonly nearest: string | undefined
  /** Why the body is no JSON. */
  readonly problem: string | undefined
}

export type PlaygroundAnswer =
  | { readonly kind: 'unreadable'; readonly choices: readonly string[]; readonly problem: string }
  | { readonly kind: 'examined'; readonly choices: readonly string[]; readonly examination: RecognisedMessage }
  | { readonly kind: 'unrecognised'; readonly choices: readonly string[]; readonly examination: UnrecognisedMessage }
  | { readonly kind: 'translated'; readonly translation: TranslatedMessage }

/** The message that was examined last: what follows is mostly about that. */
let last: { key: string; found: Examination | Unrecognised; choices: readonly string[] } | undefined

export async function answerQuestion(question: PlaygroundQuestion): Promise<PlaygroundAnswer> {
  let choices: readonly string[] = []
  try {
    const { text, named, index, target } = question
    const key = JSON.stringify([text, named, index])
    if (last?.key !== key) {
      const read = readText(text)
      choices = read.map(({ label }) => label)
      const { source, problem = 'No message.' } = read[index] ?? read[0] ?? {}
      if (source === undefined) return { kind: 'unreadable', choices, problem }
      last = { key, choices, found: await examineMessage(source, named === '' ? undefined : named) }
    }
    choices = last.choices
    const { found } = last
    if (!('recognised' in found)) return { kind: 'unrecognised', choices, examination: plainUnrecognised(found) }
    if (target === undefined) return { kind: 'examined', choices, examination: plainExamination(found) }
    return { kind: 'translated', translation: await translateMessage(found.source, found.recognised, target) }
  } catch (error) {
    const problem = error instanceof ReplywireError ? error.message : 'This page cannot examine the text.'
    return { kind: 'unreadable', choices, problem: problem.replace(/^standard input: /, '') }
  }
}

function plainExamination({ source, recognised, isChosen, findings, placed }: Examination): RecognisedMessage {
  const { contract, edition, carrier, message, sure, reason, others } = recognised
  return {
    head: headOf(source),
    placed,
    findings,
    title: contract.title,
    version: edition.version,
    carrier,
    message,
    sure,
    reason,
    others: others.map(one => `${one.contract.id} ${one.version}`),
    isChosen,
    targets: isTranslatable(recognised) ? targetsFor(recognised) : [],
  }
}

function plainUnrecognised({ source, nearest, problem, placed }: Unrecognised): UnrecognisedMessage {
  return { head: headOf(source), placed, findings: [], nearest, problem }
}

function headOf(source: Source): MessageHead | undefined {
  if (!source.isWire) return undefined
  const wire = source.wireOver(source.face ?? 'http')
  if (wire.carrier !== 'http') return undefined
  return { status: wire.status, headers: Object.entries(wire.headers).slice(0, 40) }
}
