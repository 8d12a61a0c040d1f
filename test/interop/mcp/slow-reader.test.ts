/** A reader who does not read holds the run back: nothing piles up in the server. */
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { serve } from '../../../src/server/index.ts'
import { carriers, type Door, listenOn } from '../../server/carriers/listen.ts'
import { agent } from './agent.ts'
import { handshake, modern } from './raw.ts'

describe.each(carriers)('over the %s carrier', carrier => {
  let listening: Door

  beforeAll(async () => {
    listening = await listenOn(carrier, serve(agent))
  })

  afterAll(() => listening.close())

  // What differs between revisions does not differ between carriers.
  describe.each(carrier === 'node' ? ['2025-11-25', '2026-07-28'] : ['2026-07-28'])(
    'a reader of %s who does not read',
    revision => {
      test('holds the run back, and gets everything at last', async () => {
        const mcp = `${listening.url}/mcp`
        const isModern = revision === '2026-07-28'
        const headers = isModern
          ? { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': 'large' }
          : { 'mcp-session-id': (await handshake(mcp, { revision })).session }
        const meta = {
          progressToken: 1,
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientInfo': { name: 'slow', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        }
        const body = JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'large',
            arguments: { events: 5000, eventBytes: 4096 },
            _meta: isModern ? meta : { progressToken: 1 },
          },
        })
        const socket = connectTcp(Number(new URL(listening.url).port), '127.0.0.1')
        await once(socket, 'connect')
        socket.pause()
        const lines = Object.entries({
          host: new URL(listening.url).host,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'content-length': String(Buffer.byteLength(body)),
          connection: 'close',
          ...headers,
        }).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
        const sent = async () => {
          const { body: told } = await modern(mcp, 'tools/call', { name: 'sent', arguments: {} })
          return Number((told.result?.structuredContent as JsonObject | undefined)?.count)
        }
        let before = -1
        // It stands still: what was sent fills the connection and little more.
        await expect
          .poll(
            async () => {
              const last = before
              before = await sent()
              return before > 0 && before === last
            },
            { interval: 250 },
          )
          .toBe(true)
        expect(before).toBeLessThan(4500)
        let events = 0
        let text = ''
        for await (const piece of socket) {
          text = text.slice(-40) + String(piece)
          events += text.split('"method":"notifications/progress"').length - 1
          text = text.slice(text.lastIndexOf('"method":"notifications/progress"') + 1)
        }
        expect(events).toBe(5000)
        expect(await sent()).toBe(5000)
      })
    },
  )
})
