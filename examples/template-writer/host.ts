/** `node host.ts [--dir DIR]`: answers the request that waits longest with the agent next to this file. */
import { parseArgs } from 'node:util'
import { agentHandler, answerRequest } from '../../src/files/index.ts'
import agent from './agent.ts'

const { values } = parseArgs({ options: { dir: { type: 'string' } } })
const done = await answerRequest(values.dir === undefined ? {} : { dir: values.dir }, agentHandler(agent))

if (done === undefined) console.log('nothing waits')
else if (done.kind === 'answered') console.log(`answered: ${done.request.agent} in ${done.durationMs} ms, ${done.file}`)
else console.log(done.kind)
process.exitCode = done?.kind === 'answered' && done.outcome.kind === 'completed' ? 0 : 1
