/** The stream of the Agent HTTP contract. */
import type { Stream } from '../../codec/contract.ts'
import { finding } from '../../codec/rule.ts'
import { streamWithoutStackTraces } from '../../codec/stack-trace.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import { streamReader } from './stream-reader.ts'
import { streamWriter } from './stream-writer.ts'
import { rule } from './validate.ts'

const plain: Stream = {
  checkHead({ headers }) {
    const mediaType = mediaTypeOf(headers['content-type'])
    const isStream = mediaType === undefined || mediaType === 'text/event-stream'
    return isStream ? [] : [finding(rule('agent-run/stream-content-type'), '')]
  },
  reader: streamReader,
  writer: streamWriter,
}

export const stream: Stream = streamWithoutStackTraces(plain, rule('agent-run/stack-trace'))
