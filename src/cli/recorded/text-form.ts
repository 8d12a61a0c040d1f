/** What a text is that is no JSON, in words: people send pages, YAML and logs to a validator. */
import { isObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'

interface Form {
  readonly is: (text: string) => boolean | Promise<boolean>
  /** What it is, and what to do about it. */
  readonly about: string
}

/** Only the beginning of a text is looked at, but for YAML, which is parsed. */
const start = 4096
const mostYaml = 1024 * 1024

const forms: readonly Form[] = [
  {
    is: text => /^<(?:!doctype\s+html|html|head|body)[\s>]/i.test(text.slice(0, start)),
    about:
      'It is an HTML page, not a message: perhaps from a proxy, a login or an error page. Check the address, the credentials and the Accept header of the call',
  },
  { is: text => /^<(?:\?xml|[A-Za-z][\w:.-]*[\s>/])/.test(text.slice(0, start)), about: 'It is XML, not JSON' },
  {
    is: isJsonLines,
    about: 'It is JSON Lines: one JSON text per line. Give each line a file of its own (split -l 1 FILE)',
  },
  { is: isYaml, about: 'It is YAML, not JSON. Convert it first; a message is sent as JSON' },
]

/** What the text of a body is that JSON.parse refuses; undefined when it is like nothing that people send. */
export async function textFormOf(body: Body): Promise<string | undefined> {
  const reading = body.json()
  if (reading.ok || reading.problem.code !== 'not-json') return undefined
  const text = body.text().replace(/^[\ufeff\s]+/, '')
  for (const { is, about } of forms) if (await is(text)) return `${about}.`
  return undefined
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
