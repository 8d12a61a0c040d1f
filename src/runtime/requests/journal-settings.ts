/** How much the request journal keeps, and for how long. */
import { ReplywireError } from '../../errors.ts'
import type { Json } from '../../lib/json-value.ts'

/** How bodies are kept. */
export interface JournalBodySettings {
  /** A longer body is left out. Default: 8192 bytes of JSON. */
  maxBytes?: number
  /** How many entries keep their bodies: of one tenant in a store, of all in memory. Default: 1,000. */
  entries?: number
  /** How long bodies are kept, in milliseconds. Default: 1 hour. */
  keepMs?: number
  /**
   * Removes what is secret in your bodies, after members that are named like a secret were replaced. A body for which it
   * throws, or returns undefined, is left out.
   */
  redact?: (body: Json, of: { operation: string; part: 'input' | 'answer' }) => Json | undefined
}

/**
 * The request journal.
 *
 * @example
 * serve(agent, { store: 'sqlite:agent.db', journal: { keepMs: 86_400_000 } })
 */
export interface JournalSettings {
  /** How many requests are kept: of one tenant in a store, of all callers in memory. Default: 10,000. */
  entries?: number
  /** How many requests of all tenants are kept in a store. Default: 100,000. */
  total?: number
  /** How long a request is kept, in milliseconds. Default: 7 days. */
  keepMs?: number
  /** Only read what others keep in the store. Default: false. */
  readOnly?: boolean
  /** Keep inputs and answers, redacted. Default: false. */
  bodies?: boolean | JournalBodySettings
}

/** The settings with their defaults. */
export interface JournalLimits {
  readonly entries: number
  readonly total: number
  readonly keepMs: number
  readonly readOnly: boolean
  /** Undefined: no body is kept. */
  readonly bodies: (Required<Omit<JournalBodySettings, 'redact'>> & Pick<JournalBodySettings, 'redact'>) | undefined
}

const hour = 60 * 60 * 1000

export function journalLimits(settings: JournalSettings): JournalLimits {
  const { bodies = false } = settings
  const bodySettings = bodies === true ? {} : bodies
  return {
    entries: whole('journal.entries', settings.entries, 10_000),
    total: whole('journal.total', settings.total, 100_000),
    keepMs: whole('journal.keepMs', settings.keepMs, 7 * 24 * hour),
    readOnly: settings.readOnly ?? false,
    bodies:
      bodySettings === false
        ? undefined
        : {
            maxBytes: whole('journal.bodies.maxBytes', bodySettings.maxBytes, 8192),
            entries: whole('journal.bodies.entries', bodySettings.entries, 1000),
            keepMs: whole('journal.bodies.keepMs', bodySettings.keepMs, hour),
            ...(bodySettings.redact === undefined ? undefined : { redact: bodySettings.redact }),
          },
  }
}

function whole(name: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new ReplywireError('ERR_MISUSE', `${name} must be a whole number above 0.`)
}
