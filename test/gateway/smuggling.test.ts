/** Requests that two servers read differently: the upstream sees one request, or none. */
import { describe, expect, test } from 'vitest'
import { gateway, pool, rawUpstream, route, sendRaw } from './kit.ts'

const hidden = 'GET /admin HTTP/1.1\r\nHost: evil\r\n\r\n'
const chunkedHidden = `0\r\n\r\n${hidden}`
const post = 'POST /x HTTP/1.1\r\nHost: gw\r\n'
const get = 'GET /x HTTP/1.1\r\nHost: gw\r\n'

/** What is sent, and how many requests the upstream may see of it. */
const vectors: [string, string][] = [
  ['CL.TE', `${post}Content-Length: ${chunkedHidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunkedHidden}`],
  [
    'TE.CL',
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  ],
  ['two lengths', `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['two equal lengths', `${post}Content-Length: ${hidden.length}\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a list of lengths', `${post}Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`],
  ['a length with a sign', `${post}Content-Length: +0\r\n\r\n${hidden}`],
  ['a negative length', `${post}Content-Length: -1\r\n\r\n${hidden}`],
  ['a hexadecimal length', `${post}Content-Length: 0x10\r\n\r\n${hidden}`],
  ['a length with a point', `${post}Content-Length: 0.0\r\n\r\n${hidden}`],
  ['a length with an underscore', `${post}Content-Length: 1_0\r\n\r\n${hidden}`],
  ['a length with a space inside', `${post}Content-Length: 1 0\r\n\r\n${hidden}`],
  ['an empty length', `${post}Content-Length: \r\n\r\n${hidden}`],
  ['a length beyond 64 bits', `${post}Content-Length: 18446744073709551616\r\n\r\n${hidden}`],
  ['space before the colon of the length', `${post}Content-Length : 0\r\n\r\n${hidden}`],
  ['space before the colon of the encoding', `${post}Transfer-Encoding : chunked\r\n\r\n${chunkedHidden}`],
  ['a tab before the colon', `${post}Transfer-Encoding\t: chunked\r\n\r\n${chunkedHidden}`],
  ['an encoding in a folded line', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n${chunkedHidden}`],
  [
    'a folded header that hides a length',
    `${post}X: y\r\n Content-Length: ${hidden.length}\r\nContent-Length: 0\r\n\r\n${hidden}`,
  ],
  ['an encoding in capitals', `${post}Transfer-Encoding: CHUNKED\r\nContent-Length: 0\r\n\r\n${chunkedHidden}`],
  ['xchunked', `${post}Transfer-Encoding: xchunked\r\n\r\n${chunkedHidden}`],
  ['chunked, identity', `${post}Transfer-Encoding: chunked, identity\r\n\r\n${chunkedHidden}`],
  ['identity, chunked', `${post}Transfer-Encoding: identity, chunked\r\n\r\n${chunkedHidden}`],
  ['chunked twice', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${chunkedHidden}`],
  [
    'chunked and another',
    `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\nContent-Length: 5\r\n\r\n${chunkedHidden}`,
  ],
  ['chunked in quotes', `${post}Transfer-Encoding: "chunked"\r\n\r\n${chunkedHidden}`],
  ['a vertical tab before chunked', `${post}Transfer-Encoding: \x0bchunked\r\n\r\n${chunkedHidden}`],
  ['a null byte in the encoding', `${post}Transfer-Encoding: chunked\0\r\n\r\n${chunkedHidden}`],
  ['an encoding with a parameter', `${post}Transfer-Encoding: chunked;q=1\r\n\r\n${chunkedHidden}`],
  [
    'an underscore in the name of the encoding',
    `${post}Transfer_Encoding: chunked\r\nContent-Length: 0\r\n\r\n${hidden}`,
  ],
  ['a bare LF ends the head', `POST /x HTTP/1.1\nHost: gw\nContent-Length: 0\n\n${hidden}`],
  ['a bare LF in a header', `${post}X: a\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a bare CR in a header', `${post}X: a\rTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a null byte in a header', `${post}X: a\0b\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a header without a name', `${post}: x\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a header without a colon', `${post}Content-Length 0\r\n\r\n${hidden}`],
  [
    'a chunk size that overflows',
    `${post}Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\nx\r\n0\r\n\r\n${hidden}`,
  ],
  ['a chunk size with a sign', `${post}Transfer-Encoding: chunked\r\n\r\n+1\r\nx\r\n0\r\n\r\n${hidden}`],
  ['a chunk size with 0x', `${post}Transfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n0\r\n\r\n${hidden}`],
  ['a chunk that is longer than it says', `${post}Transfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n0\r\n\r\n${hidden}`],
  ['a chunk that ends with LF', `${post}Transfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n${hidden}`],
  ['a chunk extension with LF', `${post}Transfer-Encoding: chunked\r\n\r\n1;a\nb\r\nx\r\n0\r\n\r\n${hidden}`],
  [
    'a very long chunk extension',
    `${post}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(40_000)}\r\nx\r\n0\r\n\r\n${hidden}`,
  ],
  ['a trailer that is a length', `${post}Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 50\r\n\r\n${hidden}`],
  ['a body of GET', `${get}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
  [
    'a chunked body of GET',
    `${get}Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  ],
  ['HTTP/1.0 with chunks', `POST /x HTTP/1.0\r\nHost: gw\r\nTransfer-Encoding: chunked\r\n\r\n${chunkedHidden}`],
  ['HTTP/0.9', 'GET /x\r\n'],
  ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a line end in the target', `POST /x%0d%0aHost:evil HTTP/1.1\r\nHost: gw\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a space in the target', `POST /x /admin HTTP/1.1\r\nHost: gw\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['an absolute target', `POST http://evil/x HTTP/1.1\r\nHost: gw\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['two hosts', `POST /x HTTP/1.1\r\nHost: gw\r\nHost: evil\r\nContent-Length: 0\r\n\r\n${hidden}`],
  [
    'upgrade to h2c',
    `${post}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: 0\r\n\r\n${hidden}`,
  ],
  ['CONNECT', `CONNECT evil:443 HTTP/1.1\r\nHost: gw\r\n\r\n${hidden}`],
  [
    'Expect with a body that looks like a request',
    `${post}Expect: 100-continue\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
]

/** How an upstream that reads bytes counts requests: every request line that begins where a message can begin. */
async function counting() {
  const seen: string[] = []
  const agents = await rawUpstream(socket => {
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      for (;;) {
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = text.slice(0, end)
        const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
        if (/^transfer-encoding/im.test(head)) seen.push('CHUNKED')
        if (text.length < end + 4 + length) return
        seen.push(head.split('\r\n')[0] ?? '')
        text = text.slice(end + 4 + length)
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
      }
    })
  })
  const routes = ['GET', 'POST'].map(method => route({ id: method, method, path: '/x' }))
  return { seen, ...(await gateway({ pools: [pool(agents.url)], routes })) }
}

describe('smuggling', () => {
  test('there are fifty vectors', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(50)
  })

  test.each(vectors)('%s', async (_, bytes) => {
    const { seen, port, server } = await counting()
    server.keepAliveTimeout = 1
    const isDone = (text: string) =>
      /HTTP\/1\.1 (?:4\d\d)/.test(text) || (text.match(/HTTP\/1\.1 2\d\d/g)?.length ?? 0) > 1
    const quiet = new Promise<string>(resolve => setTimeout(resolve, 60, ''))
    await Promise.race([sendRaw(port, bytes, isDone), quiet])
    // The hidden request is one of its own on the connection of the caller, or bytes of a body: never a second one of
    // the same call, and never to a path that has no route.
    expect(seen.filter(line => /admin|CHUNKED|evil/.test(line))).toEqual([])
    expect(seen.length).toBeLessThanOrEqual(1)
  })
})
