/** The output of `curl -i`: one or more heads, then the body. */
import { ReplywireError } from '../errors.ts'
import { Body } from '../wire/body.ts'
import { nameOf } from './message-name.ts'
import type { WireFile } from './wire-file.ts'

const statusLine = /^HTTP\/\d(?:\.\d)? (\d{3})(?: [^\r\n]*)?$/

/** Interim answers, redirects that were followed, a proxy's answer to CONNECT: no command prints more heads than this. */
const mostHeads = 50
const mostHeadBytes = 1024 * 1024

/** Whether bytes begin like the head of an HTTP response. */
function isCurlOutput(bytes: Uint8Array): boolean {
  return /^HTTP\/\d(?:\.\d)? \d{3}[ \r\n]/.test(latin1(bytes.subarray(0, 16)))
}

/** The response after the last head. The heads before it are interim answers, redirects and answers of a proxy. */
export function readCurlOutput(bytes: Uint8Array, path: string): WireFile {
  let head: Head = readHead(bytes, path)
  for (let heads = 1; isCurlOutput(bytes.subarray(head.end)); heads++) {
    if (heads === mostHeads) throw refuse(path, `It has more than ${mostHeads} heads.`)
    const next = readHead(bytes.subarray(head.end), path)
    head = { ...next, end: head.end + next.end }
  }
  const { status, headers } = head
  const body = Body.ofBytes(bytes.subarray(head.end))
  if (isCompressed(headers, body)) throw refuse(path, 'Its body is compressed. Run curl with --compressed.')
  return { face: 'http', status, headers, body }
}

/** A body that curl has decompressed is a text again, and keeps the header. */
function isCompressed(headers: Head['headers'], body: Body): boolean {
  const [first, second] = body.bytes
  if (first === 0x1f && second === 0x8b) return true
  if (headers['content-encoding'] === undefined) return false
  const reading = body.json()
  return !reading.ok && reading.problem.code === 'not-utf8'
}

interface Head {
  status: number
  headers: Record<string, string>
  /** Where the body begins, or the next head. */
  end: number
}

/** One head. Header names are lower case; a header that was sent more than once is one list, as HTTP has it. */
function readHead(bytes: Uint8Array, path: string): Head {
  const text = latin1(bytes.subarray(0, mostHeadBytes))
  const blank = /\r?\n\r?\n|\r?\n$/.exec(text)
  if (blank === null && bytes.byteLength > mostHeadBytes) throw refuse(path, 'Its head is larger than 1 MiB.')
  const [first = '', ...lines] = text.slice(0, blank?.index ?? text.length).split(/\r?\n/)
  const status = Number(statusLine.exec(first)?.[1])
  if (!(status >= 100 && status <= 599)) throw refuse(path, 'Its first line is no status line.')
  const headers: Record<string, string> = Object.create(null)
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (colon < 1 || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw refuse(path, `Line ${index + 2} of a head is no header.`)
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { status, headers, end: blank === null ? bytes.byteLength : blank.index + blank[0].length }
}

/** So many arguments a function takes everywhere. */
const piece = 8192

/** One character a byte, so that places in the text are places in the bytes. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.byteLength; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return text
}

function refuse(path: string, what: string): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: the output of curl -i cannot be read. ${what}`)
}
