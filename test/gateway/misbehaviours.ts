/** What upstreams do wrong, each on a socket of its own. `bench/gateway/misbehaving.ts` measures the same. */
import type { Socket } from 'node:net'

/** The head of an answer that may go on well. */
export const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

/** Every misbehaviour, with the status and the code of the answer that callers get. */
export const misbehaviours: readonly (readonly [string, number, string, (socket: Socket) => void])[] = [
  ['hangs', 424, 'UPSTREAM_TIMEOUT', () => {}],
  ['resets', 424, 'UPSTREAM_BROKEN', socket => socket.resetAndDestroy()],
  ['closes without a word', 424, 'UPSTREAM_BROKEN', socket => socket.end()],
  ['answers with what is no HTTP', 424, 'UPSTREAM_BROKEN', socket => socket.write('220 mail.example ESMTP secret\r\n')],
  ['hangs in the middle of its head', 424, 'UPSTREAM_TIMEOUT', socket => socket.write('HTTP/1.1 200 OK\r\nContent-')],
  [
    'hangs in the middle of its body',
    424,
    'UPSTREAM_TIMEOUT',
    socket => socket.write(`${json}Content-Length: 100\r\n\r\n{"a":`),
  ],
  [
    'drips a byte at a time',
    424,
    'UPSTREAM_TIMEOUT',
    socket => {
      socket.write(`${json}Content-Length: 100000\r\n\r\n`)
      const dripping = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(dripping))
    },
  ],
  [
    'sends less than it announced',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.end(`${json}Content-Length: 100\r\n\r\n{"a":1}`),
  ],
  [
    'breaks off a chunked body',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.end(`${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`),
  ],
  [
    'says two lengths',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.write(`${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  ],
  [
    'says a length and chunks',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.write(`${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    'sends broken gzip',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.write(`${json}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello`),
  ],
  [
    'sends a coding that nobody knows',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.write(`${json}Content-Encoding: rot13\r\nContent-Length: 2\r\n\r\n{}`),
  ],
  [
    'switches protocols',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  ],
  [
    'has a head without end',
    424,
    'UPSTREAM_BROKEN',
    socket => socket.write(`HTTP/1.1 200 OK\r\n${`X-Much: ${'x'.repeat(8000)}\r\n`.repeat(20)}`),
  ],
  [
    'sends HTML',
    500,
    'UPSTREAM_CONTRACT_VIOLATION',
    socket => socket.write('HTTP/1.1 502 Bad\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<h1>nginx</h1'),
  ],
  ['sends no body', 500, 'UPSTREAM_CONTRACT_VIOLATION', socket => socket.write(`${json}Content-Length: 0\r\n\r\n`)],
  [
    'sends JSON that cannot be read',
    500,
    'UPSTREAM_CONTRACT_VIOLATION',
    socket => socket.write(`${json}Content-Length: 5\r\n\r\n{"a":`),
  ],
  [
    'sends JSON that is nested too deep',
    500,
    'UPSTREAM_CONTRACT_VIOLATION',
    socket => socket.end(`${json}Connection: close\r\n\r\n${'['.repeat(5000)}${']'.repeat(5000)}`),
  ],
  [
    'announces 100 MB',
    500,
    'UPSTREAM_BODY_TOO_LARGE',
    socket => socket.write(`${json}Content-Length: 104857600\r\n\r\n${'x'.repeat(1000)}`),
  ],
  [
    'sends 100 MB',
    500,
    'UPSTREAM_BODY_TOO_LARGE',
    socket => {
      socket.write(`${json}Connection: close\r\n\r\n`)
      const piece = Buffer.alloc(1024 * 1024, 0x20)
      let left = 100
      const more = () => {
        while (left-- > 0) if (!socket.write(piece)) return
      }
      socket.on('drain', more)
      more()
    },
  ],
]
