/**
 * `prompt-sanitize`: refuses requests whose body holds what a pattern finds, or puts a mark in its place. What was found
 * appears in no answer, log or metric.
 */
import type { Static } from 'typebox'
import type { LinearMatcher, TextSpan } from '../../../lib/linear-regex/linear-matcher.ts'
import { paused } from '../../../outcome/outcome.ts'
import type { RunResult } from '../../../outcome/run-result.ts'
import { definePlugin, type GatewayCall, type PluginContext } from '../../plugin.ts'
import { pluginMetricTable } from '../../plugin-metrics.ts'
import { refuseCall } from '../refuse-call.ts'
import { type BodyText, formText, plainText } from './body-text.ts'
import { compilePatterns, type PromptPattern, promptSanitizeOptions, redactedText } from './options.ts'
import { type ReadText, readBodyText } from './read-body.ts'
import { TextViews } from './text-views.ts'

const mebibyte = 1024 * 1024

export const promptSanitize = definePlugin({
  name: 'prompt-sanitize',
  options: promptSanitizeOptions,
  create(options, context) {
    if (options.on_match_reject_status === 412) {
      context.log.warn({ plugin: 'prompt-sanitize' }, 'on_match_reject_status 412 belongs to approvals: 422 is used')
    }
    const scanner = new PromptScanner(options, context)
    return { stage: async (call, next) => (await scanner.refusal(call)) ?? next() }
  },
})

class PromptScanner {
  readonly #patterns: readonly PromptPattern[]
  readonly #any: LinearMatcher
  readonly #maxBytes: number
  readonly #asksBack: boolean
  readonly #metrics: PluginContext['metrics']

  constructor(options: Static<typeof promptSanitizeOptions>, { metrics }: PluginContext) {
    const { patterns, any } = compilePatterns(options)
    this.#patterns = patterns
    this.#any = any
    this.#maxBytes = options.max_body_bytes ?? mebibyte
    this.#asksBack = options.on_match_reject_status === 400
    this.#metrics = metrics
  }

  /** Scans a call and changes what is forwarded; returns why it is refused. */
  async refusal(call: GatewayCall): Promise<RunResult | undefined> {
    const views = new TextViews()
    const inAddress = await this.#findInAddress(call, views)
    if (inAddress !== undefined) return this.#rejected(inAddress)
    const read = await readBodyText(call, this.#maxBytes)
    if ('isEmpty' in read) return undefined
    if (!('text' in read)) return this.#unread(read.problem)
    this.#metrics.count(pluginMetricTable.scannedBytes.name, {}, read.bytes)
    if (!(await isFound(this.#any, read.text, views))) return this.#scanned('clean')
    return this.#applyPatterns(call, read, views)
  }

  /** Query and path can be arguments too. Nothing in them can be replaced: it would be another address. */
  async #findInAddress({ http, params }: GatewayCall, views: TextViews): Promise<PromptPattern | undefined> {
    const texts = [formText(http.search.slice(1)), ...Object.values(params).map(plainText)]
    for (const text of texts) {
      if (text.raw === '' || !(await isFound(this.#any, text, views))) continue
      for (const pattern of this.#patterns) {
        if (!(await isFound(pattern.matcher, text, views))) continue
        this.#metrics.count(pluginMetricTable.hits.name, { pattern: pattern.name, action: pattern.action })
        return pattern
      }
    }
    return undefined
  }

  async #applyPatterns(
    call: GatewayCall,
    read: Extract<ReadText, { text: BodyText }>,
    views: TextViews,
  ): Promise<RunResult | undefined> {
    let { text } = read
    let isChanged = false
    for (const pattern of this.#patterns) {
      const { name, action, matcher } = pattern
      if (!(await isFound(matcher, text, views))) continue
      this.#metrics.count(pluginMetricTable.hits.name, { pattern: name, action })
      const redacted = action === 'redact' && !read.isBinary ? await redact(matcher, text, views) : undefined
      // What cannot be replaced without breaking the body is refused.
      if (redacted === undefined) return this.#rejected(pattern)
      text = redacted
      isChanged = true
    }
    if (isChanged) call.replaceBody(Buffer.from(text.raw))
    return this.#scanned(isChanged ? 'redacted' : 'clean')
  }

  #scanned(outcome: string): undefined {
    this.#metrics.count(pluginMetricTable.scans.name, { outcome })
    return undefined
  }

  #rejected({ name }: PromptPattern): RunResult {
    this.#scanned('rejected')
    const message = `The request holds what the rule "${name}" does not allow.`
    if (!this.#asksBack) {
      const issue = { pointer: '', message: `PROMPT_REJECTED: ${message}` }
      return refuseCall('invalid', message, { code: 'PROMPT_REJECTED', issues: [issue] })
    }
    const question = `${message} Which text should be used in its place?`
    const need = {
      kind: 'input',
      name,
      location: 'body',
      schema: { type: 'string' },
      required: true,
      question,
    } as const
    return { outcome: paused([need], { message }), author: 'server', exchange: { durationMs: 0 } }
  }

  #unread(problem: 'too-large' | 'unsupported' | 'unreadable' | 'malformed'): RunResult {
    this.#scanned(problem === 'too-large' ? 'too_large' : 'unreadable')
    switch (problem) {
      case 'too-large':
        return refuseCall('invalid', 'The body is too large.', { code: 'PAYLOAD_TOO_LARGE' })
      case 'unsupported':
        return refuseCall('invalid', 'Bodies must be UTF-8, plain or packed with gzip, deflate, br or zstd.', {
          code: 'UNSUPPORTED_MEDIA_TYPE',
        })
      case 'malformed':
        return refuseCall('invalid', 'The body is not valid JSON.')
      case 'unreadable':
        return refuseCall('invalid', 'The body cannot be read as text.')
    }
  }
}

/** In the text as it is written, and in each part as it is read. */
async function isFound(matcher: LinearMatcher, text: BodyText, views: TextViews): Promise<boolean> {
  const { raw, parts, hasEscapes } = text
  if (await views.has(matcher, raw)) return true
  if (!hasEscapes && !matcher.hasAssertions) return false
  for (const { value } of parts) if (await views.has(matcher, value)) return true
  return false
}

/** The text with marks in place of what was found; undefined: it would still be found, or a name would change. */
async function redact(matcher: LinearMatcher, text: BodyText, views: TextViews): Promise<BodyText | undefined> {
  const pieces: string[] = []
  let done = 0
  for (const { from, to, value, isName, write } of text.parts) {
    const spans = await views.spans(matcher, value)
    if (spans.length === 0) continue
    if (isName) return undefined
    pieces.push(text.raw.slice(done, from), write(withMarks(value, spans)))
    done = to
  }
  const raw = [...pieces, text.raw.slice(done)].join('')
  const changed = text.reread(raw)
  return (await isFound(matcher, changed, views)) ? undefined : changed
}

function withMarks(value: string, spans: readonly TextSpan[]): string {
  let done = 0
  const pieces = spans.map(([from, to]) => {
    const before = value.slice(done, from)
    done = to
    return before + redactedText
  })
  return pieces.join('') + value.slice(done)
}
