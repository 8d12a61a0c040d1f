/** The stream of the Agent HTTP contract. */
import type { Stream } from '../../codec/contract.ts'
import { streamReader } from './stream-reader.ts'
import { streamWriter } from './stream-writer.ts'

export const stream: Stream = { reader: streamReader, writer: streamWriter }
