/** `node examples/storyteller/main.ts`: the agent, and calls to copy. */
import { serve } from '../../src/server/index.ts'
import agent from './agent.ts'

const { url } = await serve(agent).listen({ port: Number(process.env.PORT ?? 8125), signals: true })
const json = `-H 'content-type: application/json'`
const run = `'{"request_id":"r-1","task_type":"TELL","inputs":{"hero":"Ada"}}'`

console.log(`Storyteller at ${url}; pages at ${url}/docs\n`)
console.log(`curl -isN ${url}/stories -H 'accept: text/event-stream' ${json} -d '{"hero":"Ada"}'`)
console.log(`curl -sN ${url}/agents/run/stream ${json} -d ${run}`)
console.log(`npx node src/cli/main.ts call ${url} tell hero=Ada --stream`)
