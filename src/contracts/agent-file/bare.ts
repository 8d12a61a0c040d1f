/** Notes on real files: an output that was written without its envelope. What can be taken for one, and why not the rest. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { responseFields } from './fields.ts'
import { isRequest } from './request.ts'
import { documentOf } from './validate.ts'

export type Bare = { output: JsonObject | Json[] | string } | { why: string }

/** What a file that is no envelope holds: the output of an agent, when nothing speaks against it. */
export function bareOutput(value: Json): Bare {
  if (typeof value === 'string') return bareText(value)
  if (Array.isArray(value)) return tellsFailure(value) ? failure : { output: value }
  if (!isObject(value)) return { why: 'it holds no object, list or text that could be the output of an agent' }
  const { form } = documentOf(value)
  if (form === 'envelope') return { why: 'it is an envelope' }
  if (form === 'output') return tellsFailure(value) ? failure : { output: value }
  if (isRequest(value)) return { why: 'it is a request, and only its agent can answer it' }
  if (Object.keys(value).length === 0) return { why: 'it is empty: an output, or an envelope that was never filled in' }
  if (responseFields.some(name => Object.hasOwn(value, name))) {
    return { why: 'it has fields of the envelope but neither response nor status: how the run ended is unknown' }
  }
  return tellsFailure(value) ? failure : { output: value }
}

const failure = { why: 'it contains an error, and the intended status is not known' }

/** Members that mean an error when there is something in them, and those that do so when they are false. */
const ofErrors = [
  'error',
  'errors',
  'errormessage',
  'errortype',
  'iserror',
  'failed',
  'exception',
  'traceback',
  'stacktrace',
]
const ofSuccess = ['ok', 'success']
/** A status that is another word for a failure. */
const failedStatus = /^(?:error|fail|timed?[-_ ]?out|cancel|abort|invalid)/i

/** Whether an output, or an item of one, says of itself that the run failed. The spelling of its members is free. */
export function tellsFailure(value: Json): boolean {
  if (Array.isArray(value)) return value.some(item => isObject(item) && tellsFailure(item))
  if (!isObject(value)) return false
  const isFilled = (member: Json | undefined): boolean =>
    Array.isArray(member) ? member.length > 0 : Boolean(member) && (!isObject(member) || Object.keys(member).length > 0)
  return Object.entries(value).some(([name, member]) => {
    const bare = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    if (bare === 'status') return typeof member === 'string' && failedStatus.test(member.trim())
    return (
      (ofSuccess.includes(bare) && /^(?:false|no)$/i.test(String(member))) ||
      (ofErrors.includes(bare) && isFilled(member))
    )
  })
}

const envelopeMember = /"(?:request_id|status|response|error_message)"\s*:/

function bareText(text: string): Bare {
  if (text.trim() === '') return { why: 'it is empty' }
  if (/^\s*[[{"]/.test(text)) return { why: 'it starts as JSON and is none: what was meant is not known' }
  if (envelopeMember.test(text)) return { why: 'it holds what looks like an envelope among other text' }
  return /^\s*(?:\w*(?:error|exception)\b|traceback\b|fatal\b)/i.test(text) ? failure : { output: text }
}
