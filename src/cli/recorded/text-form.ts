/** What a text is that is no JSON, in words: people send pages, YAML and logs to a validator. */
import { isObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'

interface Form {
  readonly is: (text: string, body: Body) => boolean | Promise<boolean>
  /** What it is, and what to do about it. */
  readonly about: string
}

/** Only the beginning of a text is looked at, but for YAML, which is parsed. */
const start = 4096
const mostYaml = 1024 * 1024

/** What pages, and the fragments that proxies and frameworks send in their place, begin with. */
const page =
  /^<(?:!doctype\s+html|html|head|title|meta|style|script|body|main|div|span|p|h[1-6]|center|pre|table|ul|a|b|br)[\s>/]/i

const forms: readonly Form[] = [
  {
    is: (_, { bytes }) => isWide(bytes),
    about: 'It is UTF-16 or UTF-32, not UTF-8: PowerShell writes redirected output so. Save it as UTF-8',
  },
  {
    is: text => page.test(text.slice(0, start).replace(/^(?:<!--.*?-->\s*)+/s, '')),
    about:
      'It is an HTML page, not a message: perhaps from a proxy, a login or an error page. Check the address, the credentials and the Accept header of the call',
  },
  {
    is: text => /^(?:[*<>{}].*\r?\n)*< HTTP\/\d/.test(text.slice(0, start)),
    about: 'It is the output of curl -v. Run curl -i, which prints the head and the body alone',
  },
  { is: text => /^<(?:\?xml|[A-Za-z][\w:.-]*[\s>/])/.test(text.slice(0, start)), about: 'It is XML, not JSON' },
  {
    is: isJsonLines,
    about: 'It is JSON Lines: one JSON text per line. Give each line a file of its own (split -l 1 FILE)',
  },
  { is: isYaml, about: 'It is YAML, not JSON. Convert it first; a message is sent as JSON' },
]

/** What the text of a body is that is no JSON, or no UTF-8; undefined when it is like nothing that people send. */
export async function textFormOf(body: Body): Promise<string | undefined> {
  const reading = body.json()
  if (reading.ok || (reading.problem.code !== 'not-json' && reading.problem.code !== 'not-utf8')) return undefined
  const text = body.text().replace(/^[\ufeff\s]+/, '')
  for (const { is, about } of forms) if (await is(text, body)) return `${about}.`
  return undefined
}

/** Characters of two bytes or more: a byte order mark, or ASCII with a zero before or after each character. */
function isWide(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  return /^(?:\xff\xfe[\0-\x7f]|\xfe\xff\0|(?:\0[\t-~]){2}|(?:[\t-~]\0){2})/.test(text)
}

/** Two lines or more, of which the first few are whole JSON objects or arrays. */
function isJsonLines(text: string): boolean {
  const lines = text
    .split(/\r?\n/, 20)
    .filter(line => line.trim() !== '')
    .slice(0, 5)
  const isWhole = (line: string): boolean => {
    const reading = Body.ofText(line).json()
    return reading.ok && typeof reading.value === 'object' && reading.value !== null
  }
  return lines.length > 1 && lines.every(isWhole)
}

/** A mapping or a list with more than plain words in it; a sentence with a colon is a mapping, too. */
async function isYaml(text: string): Promise<boolean> {
  if (!/^(?:%YAML|---|["']?[\w.-]+["']?:(?:\s|$)|- |#)/.test(text) || text.length > mostYaml) return false
  const { parse } = await import('yaml')
  try {
    const value: unknown = parse(text, { maxAliasCount: 100, logLevel: 'silent' })
    if (Array.isArray(value)) return value.some(isObject)
    if (!isObject(value)) return false
    const keys = Object.keys(value)
    const isNested = Object.values(value).some(member => typeof member === 'object' && member !== null)
    return (keys.length > 1 || isNested) && keys.every(key => /^[\w.$-]+$/.test(key))
  } catch {
    return false
  }
}
