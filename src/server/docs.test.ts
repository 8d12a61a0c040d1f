import { expect, test } from 'vitest'
import { defineAgent, operation } from '../agent/define.ts'
import { serve } from './serve.ts'

const agent = defineAgent({
  name: 'notes',
  version: '2.0.0',
  title: 'Notes <script>alert("x")</script>',
  operations: { ping: operation({ title: 'Ping', input: {}, handler: () => ({}) }) },
})

const server = serve(agent)
const get = (path: string) => server.fetch(new Request(`http://agent${path}`))

test('the page runs its own scripts only, from its own origin only', async () => {
  const response = await get('/docs')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  const html = await response.text()
  expect(html).not.toMatch(/<script(?! src=")|\son\w+=|https?:/)
  expect(html).toContain('<h1>Notes &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; <span>2.0.0</span></h1>')
  expect(html).toContain('<a href="openapi.json">')
})

test('everything that the page links to is there, also under a prefix', async () => {
  const prefixed = serve(agent, { prefix: '/service' })
  const page = 'http://agent/service/docs'
  const html = await (await prefixed.fetch(new Request(page))).text()
  const links = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => new URL(link, page))
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    const response = await prefixed.fetch(new Request(link))
    expect([link.pathname, response.status]).toEqual([link.pathname, 200])
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10)
  }
})

test.each([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
  ['replywire.css', 'text/css; charset=utf-8'],
  ['replywire.js', 'text/javascript; charset=utf-8'],
])('%s is served as %s', async (file, type) => {
  const response = await get(`/docs/assets/${file}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  'package.json',
  'index.html',
  'swagger-ui-bundle.js.map',
  '..%2fpackage.json',
  '%2e%2e%2f%2e%2e%2fajv%2fpackage.json',
])('no other file is: %s', async file => {
  expect((await get(`/docs/assets/${file}`)).status).toBe(404)
})

test('a slash too many leads back to the page', async () => {
  const response = await get('/docs/')
  expect(response.status).toBe(308)
  expect(new URL(response.headers.get('location') ?? '', 'http://agent/docs/').pathname).toBe('/docs')
})
