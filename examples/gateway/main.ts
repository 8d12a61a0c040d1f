/** `node examples/gateway/main.ts`: two agents and a plain service, a gateway in front of them, and calls to copy. */
import { fileURLToPath } from 'node:url'
import { loadConfig, startGateway } from '../../src/gateway/index.ts'
import { serve } from '../../src/server/index.ts'
import { url as campaignsUrl } from '../hello/agent.ts'
import storyteller from '../storyteller/agent.ts'
import { startReports } from './reports.ts'

const stories = await serve(storyteller).listen({ port: 0 })
const reports = await startReports()
const environment = {
  ...process.env,
  CAMPAIGNS_URL: campaignsUrl,
  STORIES_URL: stories.url,
  REPORTS_URL: reports.url,
  ADMIN_PORT: process.env.ADMIN_PORT ?? (process.env.PORT === '0' ? '0' : '9120'),
}
const config = await loadConfig(fileURLToPath(new URL('gateway.yaml', import.meta.url)), { environment })
const gateway = await startGateway(config)
const [url = ''] = gateway.urls
const key = `-H 'x-api-key: demo-key'`
const json = `-H 'content-type: application/json'`

console.log(`\nA gateway at ${url}, in front of three services. Health and metrics at ${gateway.adminUrl}/metrics\n`)
console.log(`curl -s ${url}/campaigns/7/optimizations ${key} ${json} -d '{"metric":"ctr"}'`)
console.log(`curl -sN ${url}/stories ${key} ${json} -H 'accept: text/event-stream' -d '{"hero":"Ada"}'`)
console.log(`curl -s ${url}/reports/7 ${key}`)
console.log(`curl -s ${url}/reports/busy ${key}`)
console.log(`curl -s ${url}/unchecked/busy ${key}`)
process.once('SIGTERM', () => void gateway.stop().finally(() => process.exit()))
process.once('SIGINT', () => void gateway.stop().finally(() => process.exit()))
