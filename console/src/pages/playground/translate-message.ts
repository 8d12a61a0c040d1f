/** One message in every other contract, with what each has no place for. */
import type { Loss } from '../../../../src/codec/loss.ts'
import { translate } from '../../../../src/codec/translate.ts'
import { translateStream } from '../../../../src/codec/translate-stream.ts'
import { contractRows } from '../../../../src/contracts/rows.ts'
import { prettyJson } from '../../../../src/inspect/pretty.ts'
import type { RecognisedContract } from '../../../../src/inspect/recognise.ts'
import type { Source } from '../../../../src/inspect/source.ts'
import type { Carrier, Wire } from '../../../../src/wire/wire.ts'

/** A message as another contract writes it. */
export interface TranslatedMessage {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly carrier: Carrier
  /** Status and headers of an answer over HTTP, the name of a file. */
  readonly head: string
  readonly body: string
  readonly losses: readonly Loss[]
}

/** The contracts that a message can be written in: `ID@VERSION` of each. */
export function targetsFor({ contract, edition }: Pick<RecognisedContract, 'contract' | 'edition'>): string[] {
  return contractRows
    .filter(({ id }) => id !== contract.id)
    .map(({ id, current }) => `${id}@${current}`)
    .concat(
      Object.keys(contract.editions)
        .filter(version => version !== edition.version)
        .map(version => `${contract.id}@${version}`),
    )
}

/** Whether a message can be translated: requests and documents cannot. */
export function isTranslatable({ message }: Pick<RecognisedContract, 'message'>): boolean {
  return message === 'response' || message === 'stream'
}

export async function translateMessage(
  source: Source,
  from: RecognisedContract,
  target: string,
): Promise<TranslatedMessage> {
  const [id = '', version = ''] = target.split('@')
  const row = contractRows.find(one => one.id === id)
  const to = await row?.load()
  if (to === undefined) throw new TypeError('There is no contract of that name.')
  const options = { from: from.contract, fromVersion: from.edition.version, to, toVersion: version }
  const { wire, losses } =
    from.message === 'stream'
      ? translateStream(source.body.text(), options)
      : translate(source.wireOver(from.carrier), options)
  return { id, title: to.title, version, carrier: wire.carrier, head: headText(wire), body: bodyText(wire), losses }
}

function headText(wire: Wire): string {
  if (wire.carrier === 'file') return wire.name ?? ''
  if (wire.carrier !== 'http') return ''
  const lines = Object.entries(wire.headers).map(([name, value]) => `${name}: ${value}`)
  return [...(wire.status === undefined ? [] : [`HTTP ${wire.status}`]), ...lines].join('\n')
}

function bodyText({ body }: Wire): string {
  return body.json().ok ? prettyJson(body.text()) : body.text()
}
