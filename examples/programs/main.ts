/** `node examples/programs/main.ts`: invented programs and companies, and a key to ask for them with. */
import { newApiKey } from '../../src/auth/index.ts'
import { openPrograms } from './server.ts'

const { key, record } = newApiKey({ subject: 'demo', tenant: 'demo', roles: ['ops'] })
const { listen } = openPrograms({ keys: [record], phase: 'opt-in', limits: { monthlyCaps: new Map([['demo', 1000]]) } })
const { url } = await listen({ port: Number(process.env.PORT ?? 8123), signals: true })

console.log(`Programs at ${url}. All of the data is invented.\n`)
console.log(`# without a key: three calls a day`)
console.log(`curl -siG ${url}/v1/programs/search --data-urlencode q=補助`)
console.log(`\n# with a key: the same rows in the v2 envelope`)
console.log(
  `curl -siG ${url}/v1/programs/search -H 'X-API-Key: ${key}' -d envelope=v2 -d tier=S --data-urlencode q=IT導入`,
)
console.log(`\n# a company, asked for by Accept`)
console.log(
  `curl -si ${url}/v1/houjin/T9900000000001 -H 'X-API-Key: ${key}' -H 'Accept: application/vnd.jpcite.v2+json'`,
)
console.log(`\n# a spreadsheet`)
console.log(
  `curl -sG ${url}/v1/programs/search -H 'X-API-Key: ${key}' -d format=xlsx -d prefecture=%E9%9D%92%E8%91%89%E7%9C%8C -o programs.xlsx`,
)
