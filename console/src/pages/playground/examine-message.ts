/** What the playground finds out about a text: which message it holds, whose it is, and what is wrong with it. */
import { check } from '../../../../src/codec/check.ts'
import type { Detection } from '../../../../src/codec/contract.ts'
import type { Finding } from '../../../../src/codec/rule.ts'
import { citedSections } from '../../../../src/codec/specification.ts'
import { contractNamed, recognisers } from '../../../../src/contracts/rows.ts'
import { ReplywireError } from '../../../../src/errors.ts'
import { prettyJson } from '../../../../src/inspect/pretty.ts'
import { type RecognisedContract, recogniseOne, wayOf } from '../../../../src/inspect/recognise.ts'
import { readMessages, type Source } from '../../../../src/inspect/source.ts'
import { mostBytes, tooLong } from './longest-text.ts'
import { type PlacedFindings, placeFindings } from './place-findings.ts'
import { wireForm } from './wire-form.ts'

/** More messages of a recording are not offered. */
const mostMessages = 50

/** A message of a text, to choose among several. */
export interface MessageChoice {
  readonly label: string
  /** Undefined when it cannot be read. */
  readonly source: Source | undefined
  readonly problem?: string
}

/** The messages of a text. Throws with the reason when there is none. */
export function readText(text: string): MessageChoice[] {
  const bytes = new TextEncoder().encode(text)
  if (bytes.byteLength > mostBytes) {
    throw new ReplywireError('ERR_UNREADABLE', tooLong)
  }
  const found = wireForm(bytes) ?? readMessages({ path: '-', bytes })
  return found.slice(0, mostMessages).map((source, index) => {
    const { entry } = source
    const label = entry === undefined ? `Message ${index + 1}` : `${entry.index}: ${entry.method} ${entry.url}`
    return 'error' in source ? { label, source: undefined, problem: source.error.message } : { label, source }
  })
}

/** Whose message it is, and what is wrong with it. */
export interface Examination {
  readonly source: Source
  readonly recognised: RecognisedContract
  /** Set by the reader, and not recognised. */
  readonly isChosen: boolean
  readonly findings: readonly Finding[]
  readonly placed: PlacedFindings
}

/** A text that no contract recognises. */
export interface Unrecognised {
  readonly source: Source
  readonly nearest: string | undefined
  /** Why the body is no JSON. */
  readonly problem: string | undefined
  readonly placed: PlacedFindings
}

/** Examines a message, as one of a contract where one is named: `ID` or `ID@VERSION`. */
export async function examineMessage(source: Source, named?: string): Promise<Examination | Unrecognised> {
  const chosen = named === undefined ? undefined : await chosenContract(named)
  const shown = await recogniseOne(source, await recognisers(chosen?.contract))
  const reading = source.body.json()
  const owner = chosen ?? shown
  if (owner === undefined) {
    const { nearestContract } = await import('../../../../src/inspect/nearest.ts')
    const { schemaMembers } = await import('./schema-members.generated.ts')
    const nearest = await nearestContract(source, id => schemaMembers[id] ?? [])
    const problem = reading.ok ? undefined : reading.problem.message
    return { source, nearest, problem, placed: placeFindings(textOf(source, false), [], false) }
  }
  const { contract, edition } = owner
  const { carrier, message } = wayOf(source, edition, shown)
  const wire = source.wireOver(carrier)
  const findings = check(contract, wire, { version: edition.version, message }).map(finding => ({
    ...finding,
    documents: citedSections(edition, finding.clause).map(section => ({ ...section })),
  }))
  const sure: Detection['sure'] = shown?.sure ?? 'possible'
  return {
    source,
    recognised: {
      contract,
      edition,
      carrier,
      message,
      sure,
      reason: chosen === undefined ? (shown?.reason ?? '') : 'you chose it',
      others: shown?.others ?? [],
    },
    isChosen: chosen !== undefined,
    findings,
    placed: placeFindings(textOf(source, message === 'stream'), findings, message === 'stream'),
  }
}

async function chosenContract(named: string) {
  const [id = '', version] = named.split('@')
  const contract = await contractNamed(id)
  const edition = contract?.editions[version ?? contract.current]
  return contract === undefined || edition === undefined ? undefined : { contract, edition }
}

/** The body in lines: JSON that was sent in one line is indented. */
function textOf({ body }: Source, isStream: boolean): string {
  const text = body.text().replaceAll('\r\n', '\n')
  return isStream || text.trim().includes('\n') ? text : prettyJson(text)
}
