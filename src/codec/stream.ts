/** Reading and writing a whole stream at once. */
import { ReplywireError } from '../errors.ts'
import type { Exchange, SealedExchange } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import { readSse, writeSse } from '../wire/sse.ts'
import type { Contract, Edition, Stream } from './contract.ts'
import type { Loss } from './loss.ts'
import type { Finding } from './rule.ts'

function streamOf(contract: Contract, edition: Edition): Stream {
  if (edition.stream === undefined) {
    throw new ReplywireError('ERR_NO_STREAM', `${contract.id} ${edition.version} has no stream.`)
  }
  return edition.stream
}

/**
 * Reads the text of a finished stream.
 *
 * @example
 * const { moments, findings } = readStream(yaagents, editionOf(yaagents), 'event: outcome\ndata: {"text":"Hello"}\n\n')
 */
export function readStream(
  contract: Contract,
  edition: Edition,
  text: string,
): { moments: Moment[]; exchange: Exchange; findings: Finding[] } {
  const reader = streamOf(contract, edition).reader()
  const { events, unterminated } = readSse(text)
  const read = [...events.map(event => reader.read(event)), reader.end(unterminated)]
  return {
    moments: read.flatMap(({ moments }) => moments),
    exchange: reader.exchange(),
    findings: read.flatMap(({ findings }) => findings),
  }
}

/**
 * Writes moments, the last of which is the outcome, as the text of a stream.
 *
 * @example
 * const moments: Moment[] = [{ kind: 'progress', fraction: 0.5 }, { kind: 'outcome', outcome: completed('Done.') }]
 * const { text, losses } = writeStream(yaagents, editionOf(yaagents), moments, seal({}))
 */
export function writeStream(
  contract: Contract,
  edition: Edition,
  moments: readonly Moment[],
  exchange: SealedExchange,
): { text: string; losses: Loss[] } {
  const writer = streamOf(contract, edition).writer(exchange)
  const start = writer.start()
  const written = moments.map(moment => writer.write(moment))
  return {
    text: [start, ...written.map(({ events }) => events)].flat().map(writeSse).join(''),
    losses: written.flatMap(({ losses }) => losses),
  }
}
