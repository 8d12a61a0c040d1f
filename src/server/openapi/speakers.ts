/** How each contract that ships wraps what an operation answers. A contract from elsewhere says nothing more here. */
import { openapiComponents } from '../../contracts/yaagents/openapi.ts'
import { rowByBodyType } from '../../contracts/yaagents/status.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Served } from '../negotiate.ts'
import { type Components, pascal } from './components.ts'
import { widened, without } from './reshape.ts'
import { anyOf, contractSchemas, type OpenSpeaker, object, type Speaker, wrapped } from './speaker.ts'

/** The domain's own body, with the trace of the answer beside it. */
const yaagents: OpenSpeaker = (served, components) => {
  const { schemas, answer } = contractSchemas(served, components)
  const bodies = openapiComponents(served.edition.version, schemas).schemas as Record<string, JsonObject>
  const trace = (): JsonObject =>
    components.add('schemas', 'yaagents trace', 'Trace', () => {
      const properties = isObject(schemas['agentic-error']?.properties) ? schemas['agentic-error'].properties : {}
      return { title: 'Trace', ...(isObject(properties.trace) ? properties.trace : { type: 'object' }) }
    })
  return {
    completed: output =>
      answer(output, () => {
        const { schema, forms } = output
        if (!forms.has('object')) return schema
        const open = widened(schema, ['trace'], components)
        if (forms.size > 1) return open
        const own = isObject(open.properties) ? open.properties : {}
        // A member of the service's own with that name stays.
        if (isObject(own.trace) && Object.keys(own.trace).length > 0) return open
        if (open.allOf !== undefined) return { allOf: [open, object({ trace: trace() })] }
        const required = Array.isArray(open.required) ? open.required : []
        return { ...open, properties: { ...own, trace: trace() }, required: [...required, 'trace'] }
      }),
    other({ body }) {
      const name = pascal(rowByBodyType(isObject(body) ? body.type : undefined)?.body?.schema ?? 'agentic-error')
      return components.add('schemas', `yaagents ${name}`, name, () => bodies[name] ?? {})
    },
  }
}

/** One envelope: rows in `results`, another form as its only row. */
const jpcite: OpenSpeaker = (served, components) => {
  const { published, answer } = contractSchemas(served, components)
  const text = object({ text: { type: 'string' }, media_type: { type: 'string' } }, ['text'])
  return {
    completed: output =>
      answer(output, () => {
        const { schema, forms, items } = output
        const rows = { object: schema, array: items, string: text, scalar: schema }
        const row = forms.size === 4 ? {} : anyOf([...forms].map(form => rows[form]))
        const own = object({
          status: { enum: ['rich', 'sparse', 'empty', 'partial'] },
          results: { type: 'array', items: row },
        })
        return { allOf: [published('envelope'), own] }
      }),
    other: ({ body }) => published(isObject(body) && body.status === 'error' ? 'error' : 'partial'),
  }
}

/** The shapes before the envelope: a page of rows, an explained answer, the value itself, or what the author writes. */
const jpciteLegacy: OpenSpeaker = (served, components) => {
  const { published, derived, answer } = contractSchemas(served, components)
  const any = (): JsonObject => derived('legacy', { type: 'object' }, 'An answer in the shape before the envelope.')
  const explained = (): JsonObject => published('explained', 'JpciteLegacyExplained')
  return {
    completed: output =>
      output.ownLegacy || output.forms.size === 4
        ? any()
        : answer(output, () => {
            const { schema, forms, items } = output
            const rows = object({ results: { type: 'array', items } })
            const page = { allOf: [published('page', 'JpciteLegacyPage'), rows] }
            const shapes = [...forms].flatMap(form => {
              if (form === 'array') return [page]
              // An object that would be read as another shape is wrapped.
              return form === 'object'
                ? [schema, object({ value: schema })]
                : [wrapped({ ...output, forms: new Set([form]) })]
            })
            return anyOf([...shapes, explained()])
          }),
    other: ({ status }) => (status < 400 ? explained() : published('error', 'JpciteLegacyError')),
  }
}

/** One envelope: what the operation answers stands in `outputs`. */
const agentRun: OpenSpeaker = (served, components) => {
  const { published, derived, answer } = contractSchemas(served, components)
  const response = (): JsonObject => published('agent-run-response', 'AgentRunResponse')
  return {
    completed: output =>
      answer(output, () => ({
        allOf: [response(), object({ status: { enum: ['ok', 'success'] }, outputs: wrapped(output) })],
      })),
    other: ({ kind }) =>
      kind === 'pending'
        ? derived(
            'pending',
            {
              allOf: [
                response(),
                object({ status: { enum: ['ok', 'success'] }, outputs: object({ task: { type: 'object' } }) }),
              ],
            },
            'The run goes on; outputs.task says where.',
          )
        : derived(
            'error',
            {
              allOf: [
                response(),
                object({ status: { const: 'error' }, error: published('agent-error', 'AgentError') }),
              ],
            },
            'The run failed, was stopped, or waits for something.',
          ),
  }
}

/** One flat root: the body's members beside the envelope's. */
const adcp: OpenSpeaker = (served, components) => {
  const { schemas, published, derived, answer } = contractSchemas(served, components)
  const envelope = (): JsonObject => published('protocol-envelope', 'AdcpEnvelope')
  const properties = schemas['protocol-envelope']?.properties
  // A body's member of such a name goes elsewhere: its status under another name, the rest into `ext`.
  const taken = [...Object.keys(isObject(properties) ? properties : {}), 'ext', 'media_buy_status']
  const flat = (schema: JsonObject): JsonObject =>
    widened(without(schema, new Set(taken), components), taken, components, { open: true })
  return {
    completed: output =>
      answer(output, () => ({
        allOf: [envelope(), object({ status: { const: 'completed' } }), wrapped(output, flat)],
      })),
    other: ({ kind }) =>
      kind === 'failed'
        ? derived(
            'failure',
            {
              allOf: [
                envelope(),
                object({ status: { enum: ['failed', 'rejected'] }, adcp_error: published('error', 'AdcpError') }),
              ],
            },
            'The task failed, or was refused.',
          )
        : derived(
            'unfinished',
            {
              allOf: [
                envelope(),
                object({
                  status: { enum: ['submitted', 'working', 'input-required', 'auth-required', 'canceled', 'unknown'] },
                }),
              ],
            },
            'The task goes on, waits for something, or was stopped.',
          ),
  }
}

/** RFC 9457 for what went wrong; the value itself where nothing did. */
const problem: OpenSpeaker = (served, components) => {
  const { published, derived, answer } = contractSchemas(served, components)
  const accepted = {
    ...object({ status: { enum: ['queued', 'working'] }, task_id: { type: 'string' } }),
    additionalProperties: true,
  }
  return {
    completed: output => answer(output, () => output.schema),
    other: ({ kind }) =>
      kind === 'pending' ? derived('accepted', accepted, 'The work goes on.') : published('problem', 'Problem'),
  }
}

const speakers: Readonly<Record<string, OpenSpeaker>> = {
  yaagents,
  jpcite,
  'jpcite legacy': jpciteLegacy,
  'agent-run': agentRun,
  adcp,
  problem,
}

const unknown: OpenSpeaker = (served, components) => {
  const { derived } = contractSchemas(served, components)
  const any = (): JsonObject => derived('answer', {}, `An answer of ${served.contract.title}.`)
  return { completed: any, other: any }
}

export function speakerOf(served: Served, components: Components): Speaker {
  const { contract, edition } = served
  const open = speakers[`${contract.id} ${edition.version}`] ?? speakers[contract.id] ?? unknown
  return open(served, components)
}
