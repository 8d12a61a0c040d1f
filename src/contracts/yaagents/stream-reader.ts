/** The part of a stream that reads, for clients. */
import type { Stream } from '../../codec/contract.ts'
import { withForeignEvents } from '../../codec/foreign-stream.ts'
import { plainReader } from '../../codec/plain-reader.ts'
import { decode } from './decode.ts'
import { contractId } from './status.ts'

export function streamReader(version: string): Pick<Stream, 'reader'> {
  return withForeignEvents(contractId, { reader: () => plainReader(contractId, wire => decode(wire, version)) })
}
