/** An upstream that notes each call before it answers: it knows no key, and whoever calls twice is seen. */
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, log = '', settings = '{}'] = process.argv.slice(2)
const { port }: { port: number } = JSON.parse(settings)

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const key = String(request.headers['idempotency-key'] ?? '-')
    appendFileSync(log, `call ${request.url} ${key}\n`)
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"done":true}')
    }, Math.random() * 60)
  })
})
server.listen(port, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${port}`))
