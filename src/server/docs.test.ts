import { expect, test } from 'vitest'
import { defineAgent, operation } from '../agent/define.ts'
import { serve } from './serve.ts'

const agent = defineAgent({
  name: 'notes',
  version: '2.0.0',
  operations: { ping: operation({ title: 'Ping', input: {}, handler: () => ({}) }) },
})

test.each([
  ['/docs', '/console/#/try-it'],
  ['/docs/', '/console/#/try-it'],
  ['/service/docs', '/service/console/#/try-it'],
])('%s leads to the operations in the console', async (path, to) => {
  const prefix = path.startsWith('/service') ? '/service' : ''
  const response = await serve(agent, { prefix }).fetch(new Request(`http://agent${path}`))
  expect(response.status).toBe(302)
  const { pathname, hash, origin } = new URL(response.headers.get('location') ?? '', `http://agent${path}`)
  expect(`${origin}${pathname}${hash}`).toBe(`http://agent${to}`)
})

test('the document stays where it was; the files of the old page are gone', async () => {
  const server = serve(agent)
  const document = await server.fetch(new Request('http://agent/openapi.json'))
  expect(document.status).toBe(200)
  expect(Object.keys(((await document.json()) as { paths: object }).paths)).toContain('/health')
  expect((await server.fetch(new Request('http://agent/docs/assets/swagger-ui.css'))).status).toBe(404)
})
