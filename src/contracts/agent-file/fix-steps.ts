/** The steps of fixing a file: each does one safe thing to what the file says, and reports it in a line. */

import type { FixFacts } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { readJsonText } from '../../wire/json.ts'
import { walkJson } from '../../wire/json-walk.ts'
import { bareOutput, tellsFailure } from './bare.ts'
import { otherFields, responseFields } from './fields.ts'
import { defaultMaxExpandedBytes, expand, gzipBase64 } from './gzip.ts'
import { frontmatter, listed, unfenced } from './inner.ts'
import { withoutNaN } from './loose.ts'
import { contraryTo, isGzip } from './payload.ts'
import { defaultTimeoutSeconds, isRequest } from './request.ts'
import { rowOfType, statusOf } from './status.ts'
import { instantOf } from './timestamp.ts'
import { autoWrapped, documentOf, isRenamed } from './validate.ts'

export interface StepContext {
  known: FixFacts
  /** The JSON text of a value that is at a pointer of the file, with its numbers as they are spelled. */
  textOf(value: Json, pointer: string): string
}

export interface Stepped {
  value: Json
  done: string
}

/** Undefined when there is nothing to do. */
export type Step = (value: Json, context: StepContext) => Stepped | undefined

/** A step on an object. */
function onObject(step: (file: JsonObject, context: StepContext) => Stepped | undefined): Step {
  return (value, context) => (isObject(value) ? step(value, context) : undefined)
}

/** A step on the inner text, where the metadata leaves it to be read as JSON. */
function onResponse(step: (response: string, file: JsonObject) => Stepped | undefined): Step {
  return onObject(file => {
    const { response, metadata } = file
    if (typeof response !== 'string' || (isObject(metadata) && contraryTo(metadata).length > 0)) return undefined
    return step(response, file)
  })
}

const without = (file: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = file
  return rest
}

/** How `metadata` declares a text whose media type is not given. */
const plainText = { form: 'text', content_type: 'text/plain' }

const unwrap: Step = value => {
  if (typeof value !== 'string') return undefined
  const reading = readJsonText(value)
  if (!reading.ok || reading.notes.length > 0 || typeof reading.value !== 'object') return undefined
  const what = Array.isArray(reading.value) ? 'list' : 'object'
  return { value: reading.value, done: `Took the ${what} out of the JSON string that held it.` }
}

const wrap: Step = (value, { textOf }) => {
  const bare = bareOutput(value)
  if (!('output' in bare)) return undefined
  const { output } = bare
  const done = 'Put the output of the agent into an envelope, with the status success.'
  if (typeof output === 'string') {
    return { value: { status: 'success', response: output, metadata: plainText }, done }
  }
  const { request_id: id, created_at } = isObject(output) ? output : {}
  const at = instantOf(created_at)
  const envelope = {
    ...(typeof id === 'string' ? { request_id: id } : undefined),
    status: 'success',
    response: textOf(output, ''),
    ...(at === undefined ? undefined : { created_at: at }),
  }
  return { value: envelope, done }
}

/** The file with a value as its JSON text. What the metadata declares to the contrary is kept among the other fields. */
function encoded(file: JsonObject, response: string, what: string): Stepped {
  const metadata = isObject(file.metadata) ? file.metadata : {}
  const contrary = contraryTo(metadata)
  if (contrary.length === 0) return { value: { ...file, response }, done: `${what}.` }
  const moved = contrary.map((name): [string, Json] => [name, metadata[name] as Json])
  const kept = Object.entries(metadata).filter(([name]) => !contrary.includes(name))
  const agreed = { ...Object.fromEntries(kept), other_fields: otherFields(metadata.other_fields, moved) }
  const done = `${what}, and moved ${contrary.join(' and ')}, which said otherwise, to metadata.other_fields.`
  return { value: { ...file, response, metadata: agreed }, done }
}

const renameResult = onObject((file, { textOf }) => {
  const { result } = file
  if (result === undefined || !isRenamed(file)) return undefined
  const renamed = without(file, 'result')
  const done = 'Renamed "result" to "response"'
  if (typeof result === 'string' || result === null)
    return { value: { ...renamed, response: result }, done: `${done}.` }
  return encoded(renamed, textOf(result, '/result'), `${done}, and its value to JSON text`)
})

const encodeResponse = onObject((file, { textOf }) => {
  const { response } = file
  if (response === undefined || response === null || typeof response === 'string') return undefined
  return encoded(file, textOf(response, '/response'), 'Encoded "response" as JSON text')
})

const stripFences = onResponse((response, file) => {
  const inside = unfenced(response)?.trim()
  if (inside === undefined || !readJsonText(withoutNaN(inside)?.text ?? inside).ok) return undefined
  return { value: { ...file, response: inside }, done: 'Removed the code fence around the inner JSON.' }
})

const spellEncoding = onObject(file => {
  const { response, metadata } = file
  if (typeof response !== 'string' || !isObject(metadata)) return undefined
  const encoding = metadata.content_encoding
  if (encoding === gzipBase64 || !isGzip(encoding) || !expand(response, defaultMaxExpandedBytes).ok) return undefined
  const value = { ...file, metadata: { ...metadata, content_encoding: gzipBase64 } }
  return { value, done: `Declared the response as ${gzipBase64}, which it is.` }
})

const innerMark = onResponse((response, file) => {
  if (response.charCodeAt(0) !== 0xfeff) return undefined
  return { value: { ...file, response: response.slice(1) }, done: 'Removed the byte order mark of the inner text.' }
})

const innerNaN = onResponse((response, file) => {
  if (readJsonText(response).ok) return undefined
  const loose = withoutNaN(response)
  if (loose === undefined || !readJsonText(loose.text).ok) return undefined
  return { value: { ...file, response: loose.text }, done: 'Wrote null for NaN and Infinity in the inner JSON.' }
})

/** Only the list is written again: the rest of the inner text stays as it is spelled. */
const dropFrontmatter = onResponse((response, file) => {
  const reading = readJsonText(response)
  if (!reading.ok || listed(reading.value).length === 0) return undefined
  if (reading.notes.some(({ code, pointer }) => code === 'duplicate-key' || pointer.startsWith('/sections/'))) {
    return undefined
  }
  const { sections } = reading.value as { sections: Json[] }
  const list = JSON.stringify(sections.filter(name => name !== frontmatter))
  let fixed = response
  walkJson(response, {
    value(pointer, start, end) {
      if (pointer === '/sections') fixed = response.slice(0, start) + list + response.slice(end)
    },
  })
  return { value: { ...file, response: fixed }, done: `Took ${frontmatter} off the list of sections.` }
})

/** Without a status the content decides, when there is either a response or an error. */
const addStatus = onObject(file => {
  const { status: said, response, error_message: message, error_type: type } = file
  if (said !== undefined && said !== null) return undefined
  const isAnswered = typeof response === 'string'
  const isError = [message, type].some(member => typeof member === 'string' && member !== '')
  if (isAnswered === isError || (isAnswered && saysFailed(response))) return undefined
  if (isAnswered) {
    return {
      value: { ...file, status: 'success' },
      done: 'Set the status to success: there is a response and no error.',
    }
  }
  const status = (typeof type === 'string' ? rowOfType(type)?.row.status : undefined) ?? 'error'
  return { value: { ...file, status }, done: `Set the status to ${status}: there is an error and no response.` }
})

function saysFailed(response: string): boolean {
  const reading = readJsonText(response)
  return reading.ok && tellsFailure(reading.value)
}

const lowerStatus = onObject(file => {
  const status = typeof file.status === 'string' ? statusOf(file.status) : undefined
  if (status === undefined || status === file.status) return undefined
  return { value: { ...file, status }, done: 'Wrote the status in lower case.' }
})

const addVersion = onObject(file => {
  const { version } = file
  if (version !== undefined && version !== null && version !== 1 && version !== '1') return undefined
  return { value: { ...file, version: '1.0' }, done: 'Set the version to "1.0".' }
})

const addRequestId = onObject((file, { known }) => {
  const absent = [undefined, null, '', autoWrapped].includes(file.request_id as string)
  if (!absent || known.requestId === undefined) return undefined
  const done = known.isNewRequestId
    ? 'Set request_id to a new id: there is no request file in the same directory. Replace it with the id of the request.'
    : 'Set request_id to the id of the request.'
  return { value: { ...file, request_id: known.requestId }, done }
})

/** A time in another spelling is kept; one that is no instant is never replaced by a guess. */
const addCreatedAt = onObject((file, { known }) => {
  const at = file.created_at
  const instant = instantOf(at)
  if (instant !== undefined) {
    if (instant === at) return undefined
    return {
      value: { ...file, created_at: instant },
      done: 'Wrote created_at as the ISO 8601 timestamp of its instant.',
    }
  }
  if ((at !== undefined && at !== null && at !== '') || known.createdAt === undefined) return undefined
  return { value: { ...file, created_at: known.createdAt }, done: 'Set created_at to when the file was written.' }
})

/** The number that a text spells, when it spells one plainly. */
function numeric(value: Json | undefined): number | undefined {
  return typeof value === 'string' && /^\s*\d{1,15}(?:\.\d{1,15})?\s*$/.test(value) ? Number(value) : undefined
}

const numberDuration = onObject((file, { known }) => {
  const duration = file.duration_seconds
  const spelled = numeric(duration)
  if (spelled !== undefined) {
    return { value: { ...file, duration_seconds: spelled }, done: 'Wrote duration_seconds as a number.' }
  }
  if (duration !== undefined && duration !== null) return undefined
  const done =
    known.durationSeconds === undefined
      ? 'Set duration_seconds to 0: it was not measured.'
      : 'Set duration_seconds to what was measured.'
  return { value: { ...file, duration_seconds: known.durationSeconds ?? 0 }, done }
})

/** The fields that are null where there is nothing to say, by status. */
const addNulls = onObject(file => {
  const nullable =
    file.status === 'success' ? ['error_message', 'error_type'] : ['response', 'error_message', 'error_type']
  const absent = nullable.filter(name => !Object.hasOwn(file, name))
  if (absent.length === 0) return undefined
  const nulls = Object.fromEntries(absent.map(name => [name, null]))
  return { value: { ...file, ...nulls }, done: `Added null for ${absent.join(', ')}.` }
})

const emptyErrors = onObject(file => {
  const empty = ['error_message', 'error_type'].filter(name => file[name] === '')
  if (file.status !== 'success' || empty.length === 0) return undefined
  const nulls = Object.fromEntries(empty.map(name => [name, null]))
  return { value: { ...file, ...nulls }, done: `Wrote null for the empty ${empty.join(' and ')} of a success.` }
})

function addObject(name: string): Step {
  return onObject(file => {
    if (file[name] !== undefined && file[name] !== null) return undefined
    return { value: { ...file, [name]: {} }, done: `Set ${name} to {}.` }
  })
}

const moveOthers = onObject(file => {
  const { metadata } = file
  const others = Object.entries(file).filter(([name]) => !(responseFields as readonly string[]).includes(name))
  if (others.length === 0 || !isObject(metadata)) return undefined
  const kept = Object.entries(file).filter(([name]) => (responseFields as readonly string[]).includes(name))
  const moved = { ...metadata, other_fields: otherFields(metadata.other_fields, others) }
  const what = others.length === 1 ? 'a field' : `${others.length} fields`
  return {
    value: { ...Object.fromEntries(kept), metadata: moved },
    done: `Moved ${what} that the envelope does not have to metadata.other_fields.`,
  }
})

/** How a file is fixed: first to an object of its kind, and only if it is one, field by field. */
export interface Way {
  opening: readonly Step[]
  holds(value: Json): boolean
  /** Why a value that is none of its kind cannot be made one. */
  why(value: Json): string
  /** Read from the top: a later step sees what the earlier ones made. */
  steps: readonly Step[]
}

export const responseWay: Way = {
  opening: [unwrap, wrap],
  holds: value => documentOf(value).form === 'envelope',
  why(value) {
    const bare = bareOutput(value)
    return 'why' in bare ? bare.why : ''
  },
  steps: [
    renameResult,
    encodeResponse,
    spellEncoding,
    innerMark,
    stripFences,
    innerNaN,
    dropFrontmatter,
    addStatus,
    lowerStatus,
    addVersion,
    addRequestId,
    addCreatedAt,
    numberDuration,
    addNulls,
    emptyErrors,
    addObject('metadata'),
    moveOthers,
  ],
}

function numberField(name: string): Step {
  return onObject(file => {
    const spelled = numeric(file[name])
    return spelled === undefined
      ? undefined
      : { value: { ...file, [name]: spelled }, done: `Wrote ${name} as a number.` }
  })
}

const addTimeout = onObject(file => {
  if (file.timeout_seconds !== undefined && file.timeout_seconds !== null) return undefined
  const done = `Set timeout_seconds to ${defaultTimeoutSeconds}, the default.`
  return { value: { ...file, timeout_seconds: defaultTimeoutSeconds }, done }
})

export const requestWay: Way = {
  opening: [unwrap],
  holds: isRequest,
  why: () => 'it has neither a prompt nor the name of an agent, and the question is unknown',
  steps: [
    addVersion,
    addRequestId,
    addCreatedAt,
    numberField('phase'),
    numberField('timeout_seconds'),
    addTimeout,
    addObject('context'),
  ],
}
