/** The result of validating one file. */
import { check } from '../../codec/check.ts'
import type { Detection } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, isValid, type Level } from '../../codec/rule.ts'
import type { Recogniser } from '../../contracts/rows.ts'
import { ReplywireError } from '../../errors.ts'
import type { RecordedEntry } from '../../inspect/har.ts'
import {
  carrierFor,
  isStreamText,
  looksLikeWire,
  type RecognisedContract,
  recogniseOne,
  wayOf,
} from '../../inspect/recognise.ts'
import type { Source } from '../../inspect/source.ts'
import type { Wire } from '../../wire/wire.ts'
import type { Chosen } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import { nameOf } from '../input.ts'
import { unrecognised, wireHint } from '../unrecognised.ts'
import type { ChangedFinding } from './ruleset.ts'
import { pairedRequestId } from './sibling-request.ts'

/** A file's verdict, as `--json` prints it. */
export interface FileVerdict {
  file: string
  /** Which response of a HAR it is. */
  entry?: RecordedEntry
  contract: string | null
  version: string | null
  /** What the message is, when it is not a response. */
  message?: string
  /** No finding of the level must. */
  valid: boolean
  findings: Finding[]
  /** Findings of rules that a ruleset turns off. */
  turnedOff?: ChangedFinding[]
  /** How the contract was found, when it was not named. */
  detected?: { sure: Detection['sure']; reason: string; others: string[] }
  /** Why the file could not be validated. */
  error?: { code: string; message: string }
  /** What was fixed, one line each. */
  fixed?: string[]
  /** What would be fixed. */
  wouldFix?: string[]
  /** Why nothing was fixed. */
  notFixed?: string[]
  /** What to try instead. */
  hint?: string
  /** The fixed text of standard input, where it does not go to standard output. */
  text?: string
}

/** A message that was validated, for `--fix`. */
export interface Subject extends Chosen {
  readonly wire: Wire
  readonly message: string
  /** The id of the request in the same folder. */
  readonly requestId?: string
  readonly conformance?: boolean
}

/** Validates a message against the named contract, or the one of `rows` that recognises it best. */
export async function validate(
  source: Source,
  named: Chosen | undefined,
  rows: readonly Recogniser[],
  { conformance = false }: { conformance?: boolean | undefined } = {},
): Promise<{ verdict: FileVerdict; subject?: Subject }> {
  const recognised = await recogniseOne(source, rows)
  const chosen = named ?? recognised
  if (chosen === undefined) return { verdict: await notValidated(source) }
  const { contract, edition } = chosen
  const { carrier, message } = wayOf(source, edition, recognised)
  const isAnswer = message === 'response' && edition.answers !== undefined && !source.isWire
  const requestId = isAnswer ? pairedRequestId(source.path) : undefined
  const wire = source.wireOver(carrier)
  const subject: Subject = {
    contract,
    edition,
    wire,
    message,
    conformance,
    ...(requestId === undefined ? {} : { requestId }),
  }
  const findings = findingsOf(subject)
  const verdict: FileVerdict = {
    ...fileOf(source),
    contract: contract.id,
    version: edition.version,
    ...(message === 'response' ? undefined : { message }),
    valid: isValid(findings),
    findings,
    ...(named === undefined && recognised !== undefined ? { detected: detectionOf(recognised) } : undefined),
    ...(isValid(findings) ? undefined : await hintFor(source, subject)),
  }
  return { verdict, subject }
}

export function findingsOf({ contract, edition, wire, message, requestId, conformance = false }: Subject): Finding[] {
  const findings = check(contract, wire, { version: edition.version, message, conformance })
  const other = requestId === undefined ? undefined : edition.answers?.(wire, requestId)
  return other === undefined ? findings : [...findings, other]
}

/** What it may be instead: another kind of text, a wire file, or a document that is valid and can be nothing else. */
async function hintFor(source: Source, { contract, edition, message }: Subject): Promise<{ hint?: string }> {
  const reading = source.body.json()
  if (!reading.ok) {
    const { textFormOf } = await import('../recorded/text-form.ts')
    const form = message === 'stream' ? undefined : await textFormOf(source.body)
    return form === undefined ? {} : { hint: form }
  }
  if (looksLikeWire(source)) return { hint: wireHint }
  if (source.isNamed) return {}
  const [better] = Object.entries(edition.documents ?? {}).filter(([name, { isMeant }]) => {
    if (name === message || !isMeant?.(reading.value)) return false
    const wire = source.wireOver(carrierFor(edition, source.face, name))
    return isValid(findingsOf({ contract, edition, wire, message: name }))
  })
  return better === undefined ? {} : { hint: `It is a valid ${better[0]}: pass --message ${better[0]}` }
}

function detectionOf({ sure, reason, others }: RecognisedContract): NonNullable<FileVerdict['detected']> {
  return { sure, reason, others: others.map(({ contract, version }) => `${contract.id}@${version}`) }
}

/** No contract recognises it. What no contract would accept is still a finding, but not of a text that is no message. */
async function notValidated(source: Source): Promise<FileVerdict> {
  const findings: Finding[] = []
  const { textFormOf } = await import('../recorded/text-form.ts')
  const isOther = (await textFormOf(source.body)) !== undefined
  if (source.message !== 'stream' && !isOther && !isStreamText(source)) readBody(source.body, findings)
  return { ...failed(source.path, await unrecognised(source, 'validate')), ...fileOf(source), findings }
}

function fileOf({ path, entry }: Pick<Source, 'path' | 'entry'>): Pick<FileVerdict, 'file' | 'entry'> {
  return { file: path, ...(entry === undefined ? undefined : { entry }) }
}

/** The name of a message for people: the file, and of a HAR the entry and its URL. */
export function labelOf({ file, entry }: Pick<FileVerdict, 'file' | 'entry'>): string {
  return entry === undefined ? nameOf(file) : printable(`${nameOf(file)}#${entry.index} ${entry.method} ${entry.url}`)
}

/** The verdict on a file that could not be validated. */
export function failed(file: string, error: unknown): FileVerdict {
  return { file, contract: null, version: null, valid: false, findings: [], error: complaintOf(file, error) }
}

export function complaintOf(file: string, error: unknown): NonNullable<FileVerdict['error']> {
  if (error instanceof ReplywireError) {
    const { code, message } = error
    return {
      code,
      message: code === 'ERR_UNREADABLE' || code === 'ERR_UNKNOWN_CONTRACT' ? message : `${nameOf(file)}: ${message}`,
    }
  }
  const what = error instanceof Error ? error.message : String(error)
  return { code: 'ERR_DEFECT', message: `${nameOf(file)}: a defect in Replywire stopped the validation: ${what}` }
}

const counting: Readonly<Record<'must' | 'should', readonly Level[]>> = { must: ['must'], should: ['must', 'should'] }

/** The findings that count for the exit code. */
export function countingFindings({ findings }: FileVerdict, level: 'must' | 'should'): Finding[] {
  return findings.filter(finding => counting[level].includes(finding.level))
}
