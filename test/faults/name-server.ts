/** A name server on this machine that answers as it is told, or never (RFC 1035). */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'

export interface NameServer {
  /** `ADDRESS:PORT`. */
  address: string
  /** The names of all questions that came, in their order. */
  asked: string[]
  close(): Promise<void>
}

const types: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 }

type Addresses = readonly string[] | undefined

/** `answer` gives all addresses of a name, now or later, or undefined: then nothing is ever sent back. */
export async function startNameServer(
  answer: (name: string) => Addresses | Promise<Addresses> = () => undefined,
): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', async (question, { port, address }) => {
    const { name, end } = nameIn(question)
    asked.push(name)
    const addresses = await answer(name)
    if (addresses === undefined) return
    const family = types[question.readUInt16BE(end)]
    const records = addresses.filter(one => isIP(one) === family).map(recordOf)
    const head = Buffer.from(question.subarray(0, 12))
    // A response, recursion available, no error; one question and these answers.
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, question.subarray(12, end + 4), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function recordOf(address: string): Buffer {
  const bytes = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : bytesOfV6(address)
  // The name of the question, its type, class IN, a minute to live.
  return Buffer.concat([
    Buffer.from([0xc0, 0x0c, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length]),
    bytes,
  ])
}

function bytesOfV6(address: string): Buffer {
  const [before = '', after = ''] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)))
  const [first, last] = [groups(before), groups(after)]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
  return Buffer.from(all.flatMap(group => [group >> 8, group & 255]))
}
