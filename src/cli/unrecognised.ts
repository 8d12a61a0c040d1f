/** Messages that no contract recognises, and what to do about them. */
import { ReplywireError } from '../errors.ts'
import { isStreamText, looksLikeWire } from '../inspect/recognise.ts'
import type { Source } from '../inspect/source.ts'
import { nameOf } from './input.ts'

/** What to do about a message that no contract recognises, by command. */
const hints = {
  validate: { stream: 'Name its contract with --contract', other: 'Name its contract with --contract' },
  translate: { stream: 'Name its contract: --from ID', other: 'Name its contract with --from' },
  detect: {
    stream: 'If you know its contract: replywire validate --contract ID',
    other:
      'Add what you know of it (--status, --type, --face), or validate it against its contract: replywire validate --contract ID',
  },
} as const

/** Why no contract was recognised, and what to do about it. */
export async function unrecognised(source: Source, command: keyof typeof hints): Promise<ReplywireError> {
  const name = nameOf(source.path)
  const reading = source.body.json()
  if (isStreamText(source)) {
    const text = `${name}: no contract recognises this event stream. ${hints[command].stream}.`
    return new ReplywireError('ERR_UNKNOWN_CONTRACT', text)
  }
  if (!reading.ok) return unreadableText(source)
  if (looksLikeWire(source)) {
    return new ReplywireError('ERR_UNKNOWN_CONTRACT', `${name}: no contract recognises it. ${wireHint}.`)
  }
  const { nearestContract } = await import('../inspect/nearest.ts')
  const { schemasOf } = await import('./published-schemas.ts')
  const nearest = await nearestContract(source, schemasOf)
  const text = `${name}: no contract recognises it. ${hints[command].other}.`
  return new ReplywireError('ERR_UNKNOWN_CONTRACT', nearest === undefined ? text : `${text} ${nearest}`)
}

/** Why a text is no JSON: what it is instead, where that shows. */
async function unreadableText({ path, body }: Source): Promise<ReplywireError> {
  const { textFormOf } = await import('./recorded/text-form.ts')
  const reading = body.json()
  const why = (await textFormOf(body)) ?? (reading.ok ? '' : reading.problem.message)
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${why}`)
}

export const wireHint = 'Pass --wire if it holds {status, headers, body}'
