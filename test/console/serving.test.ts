/** How the console is served: its headers, its size, and that it works below any prefix. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { agency } from './agent.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types replywire-worker"

test('the page runs nothing but its own files, and is asked for again each time', async () => {
  const { url } = await served(agency())
  const response = await fetch(`${url}/console/`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toBe(policy)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('set-cookie')).toBe(null)
  const html = await response.text()
  expect(html).not.toMatch(/<script(?![^>]* src="\.\/assets\/)|<style|style=|https?:/)
  const redirect = await fetch(`${url}/console`, { redirect: 'manual' })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([308, 'console/'])
})

test('its files have names for good, are compressed, and no other file is served', async () => {
  const { url } = await served(agency())
  const html = await (await fetch(`${url}/console/`)).text()
  const [, name = ''] = /src="\.\/(assets\/[\w.-]+\.js)"/.exec(html) ?? []
  const response = await fetch(`${url}/console/${name}`, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const plain = await fetch(`${url}/console/${name}`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBe(null)
  expect(await plain.text()).toBe(await response.text())
  for (const path of ['assets/none.js', 'assets/..%2findex.html', 'inputs.json', 'assets/..%2finputs.json']) {
    expect((await fetch(`${url}/console/${path}`)).status).toBe(404)
  }
})

test('what is loaded first is at most 150 KB compressed', async () => {
  const { link } = await served(agency())
  const { page, reports } = await openTab()
  const sizes = new Map<string, number>()
  page.on('response', async response => {
    if (response.url().includes('/console/') && response.status() === 200) {
      sizes.set(response.url(), gzipSync(await response.body()).byteLength)
    }
  })
  // A stream has no end to wait for.
  await page.route('**/console/changes*', route => route.fulfill({ status: 404 }))
  await page.goto(link('/inbox'))
  await page.getByText('Nothing waits for you').waitFor()
  await page.waitForLoadState('networkidle')
  const names = [...sizes.keys()].map(url => new URL(url).pathname.split('.').at(-1))
  expect(new Set(names)).toContain('js')
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  console.log(`${(total / 1000).toFixed(1)} KB`)
  expect(total).toBeGreaterThan(5_000)
  expect(total).toBeLessThanOrEqual(150_000)
  expect(reports).toEqual([])
})

test('it works below a prefix, light and dark as its reader chooses', async () => {
  const server = await served(agency(), { prefix: '/api' })
  const { page, reports } = await openTab({ dark: true })
  await page.goto(`${server.url}/api/console#token=${server.token}&to=/tasks`)
  await page.getByText('No tasks yet').waitFor()
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const dark = await background()
  await page.getByLabel('Colours').selectOption('light')
  expect(await background()).not.toBe(dark)
  await page.reload()
  await page.getByText('No tasks yet').waitFor()
  expect(await background()).not.toBe(dark)
  expect(reports).toEqual([])
})

test('a route of the agent goes before what only the console needs', async () => {
  const { defineAgent, operation } = await import('../../src/index.ts')
  const agent = defineAgent({
    name: 'desk',
    version: '1.0.0',
    operations: {
      requests: operation({ title: 'Requests', route: 'GET /requests', input: {}, handler: () => ({ mine: true }) }),
    },
  })
  const { url } = await served(agent)
  expect(await (await fetch(`${url}/requests?envelope=problem`)).json()).toEqual({ mine: true })
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(document.paths)).toContain('/requests')
  for (const path of ['/whoami', '/requests/{id}', '/requests/stats', '/operations/{id}/story']) {
    expect(Object.keys(document.paths)).not.toContain(path)
  }
})
