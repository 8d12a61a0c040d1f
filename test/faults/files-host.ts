/** A host to be killed: answers every request, and acknowledges on standard output what is durable. */
import { writeSync } from 'node:fs'
import { watchRequests } from '../../src/files/index.ts'
import { isObject } from '../../src/lib/json-value.ts'
import { prove } from './files-parts.ts'

const [dir = ''] = process.argv.slice(2)
const host = watchRequests(
  {
    dir,
    onAnswer(answer) {
      if (answer.kind === 'answered') writeSync(1, `ack ${answer.request.requestId}\n`)
      else writeSync(1, `${answer.kind}\n`)
    },
    onError: error => writeSync(2, `${error}\n`),
  },
  (call, { request: asked }) => {
    writeSync(1, `run ${asked.requestId}\n`)
    return { ...prove(isObject(call.input) ? String(call.input.prompt) : '', asked.requestId) }
  },
)
process.on('SIGTERM', () => host.stop())
writeSync(1, 'ready\n')
await host.done
