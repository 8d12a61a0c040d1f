/**
 * The tools that the MCP conformance suite asks of a server, written as anybody would write an agent. Run as a program
 * it serves them and prints where.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  completed,
  defineAgent,
  type Json,
  type JsonObject,
  type Need,
  type Operation,
  operation,
  type Part,
  paused,
  refuse,
} from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image: Part = { kind: 'bytes', base64: png, mediaType: 'image/png' }
const audio: Part = { kind: 'bytes', base64: wav, mediaType: 'audio/wav' }

function resource(uri: string, mediaType: string, text: string): Part {
  return { kind: 'text', text, mediaType, extra: { mcp: { resource: { uri } } } }
}

/** A tool without arguments, or with any. */
function tool(title: string, handler: (input: JsonObject, context: Context) => unknown, more: object = {}): Operation {
  return operation({
    title,
    input: { type: 'object' },
    ...more,
    handler: (input, context) => handler(input as JsonObject, context) as Json,
  })
}

/** One member of a form; those of one request stand in the same form. */
function field(request: string, name: string, schema: JsonObject, question: string, required = true): Need {
  return { kind: 'input', name, location: 'body', schema, required, question, extra: { mcp: { request } } }
}

/** Something that the host itself is asked for. */
function hostRequest(request: string, method: string, params: JsonObject): Need {
  return { kind: 'reply', question: 'The host is asked.', extra: { mcp: { request, method, params } } }
}

const text = { type: 'string' }

function asking(message: string, prompt: string): Need {
  const messages = [{ role: 'user', content: { type: 'text', text: prompt } }]
  return hostRequest(message, 'sampling/createMessage', { messages, maxTokens: 100 })
}

const roots = hostRequest('client_roots', 'roots/list', {})

/** Asks until these members are there. */
function form(
  title: string,
  needs: [Need, ...Need[]],
  answer: (input: JsonObject) => string,
  message?: string,
): Operation {
  const names = needs.map(need => (need.kind === 'input' ? need.name : String(need.extra?.mcp?.request)))
  return tool(title, input =>
    names.every(name => input[name] !== undefined)
      ? answer(input)
      : paused(needs, message === undefined ? {} : { message }),
  )
}

const options = ['option1', 'option2', 'option3']
const titled = (word: string) =>
  ['First', 'Second', 'Third'].map((place, index) => ({ const: `value${index + 1}`, title: `${place} ${word}` }))

export const agent = defineAgent({
  name: 'conformance',
  version: '1.0.0',
  operations: {
    test_simple_text: tool('Text', () => 'This is a simple text response for testing.'),
    test_image_content: tool('Image', () => completed(undefined, { content: [image] })),
    test_audio_content: tool('Audio', () => completed(undefined, { content: [audio] })),
    test_embedded_resource: tool('Resource', () =>
      completed(undefined, {
        content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
      }),
    ),
    test_multiple_content_types: tool('Mixed', () =>
      completed(undefined, {
        content: [
          { kind: 'text', text: 'Multiple content types test:' },
          image,
          resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
        ],
      }),
    ),
    test_error_handling: tool('Error', () => {
      throw refuse('dependency', 'This tool intentionally returns an error for testing')
    }),
    test_tool_with_progress: tool('Progress', async (_, context) => {
      for (const step of [0, 50, 100]) {
        await context.emit({ kind: 'progress', step, total: 100 })
        await sleep(50)
      }
      return 'Done.'
    }),
    test_sampling: tool('Sampling', ({ prompt, llm }) =>
      llm === undefined
        ? paused([asking('llm', String(prompt))])
        : `LLM response: ${JSON.stringify((llm as JsonObject).content)}`,
    ),
    test_elicitation: tool('Elicitation', ({ message, username, email }) =>
      username === undefined
        ? paused(
            [
              field('input', 'username', text, "User's response"),
              field('input', 'email', text, "User's email address"),
            ],
            { message: String(message) },
          )
        : `User response: action=accept, content=${JSON.stringify({ username, email })}`,
    ),
    test_elicitation_sep1034_defaults: form(
      'Defaults',
      [
        field('input', 'name', { ...text, default: 'John Doe' }, 'The name'),
        field('input', 'age', { type: 'integer', default: 30 }, 'The age'),
        field('input', 'score', { type: 'number', default: 95.5 }, 'The score'),
        field('input', 'status', { ...text, enum: ['active', 'inactive', 'pending'], default: 'active' }, 'The status'),
        field('input', 'verified', { type: 'boolean', default: true }, 'Whether it is verified'),
      ],
      input => `Elicitation completed: action=accept, content=${JSON.stringify(input)}`,
      'Please review these values.',
    ),
    test_elicitation_sep1330_enums: form(
      'Choices',
      [
        field('input', 'untitledSingle', { ...text, enum: options }, 'One'),
        field('input', 'titledSingle', { ...text, oneOf: titled('Option') }, 'One by title'),
        field(
          'input',
          'legacyEnum',
          { ...text, enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
          'One by its old title',
        ),
        field('input', 'untitledMulti', { type: 'array', items: { ...text, enum: options } }, 'Some'),
        field('input', 'titledMulti', { type: 'array', items: { anyOf: titled('Choice') } }, 'Some by title'),
      ],
      input => `Elicitation completed: action=accept, content=${JSON.stringify(input)}`,
      'Please choose.',
    ),
    json_schema_2020_12_tool: operation({
      title: 'Schema',
      description: 'Tool with JSON Schema 2020-12 features',
      input: {
        type: 'object',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      },
      handler: () => 'Valid.',
    }),
    test_input_required_result_elicitation: form(
      'Ask for a name',
      [field('user_name', 'name', text, 'What is your name?')],
      ({ name }) => `Hello, ${name}!`,
    ),
    test_input_required_result_sampling: form(
      'Ask for a sample',
      [asking('capital_question', 'What is the capital of France?')],
      ({ capital_question }) => JSON.stringify(capital_question),
    ),
    test_input_required_result_list_roots: form('Ask for roots', [roots], ({ client_roots }) =>
      JSON.stringify(client_roots),
    ),
    test_input_required_result_request_state: form(
      'Ask with a state',
      [field('confirm', 'ok', { type: 'boolean' }, 'Please confirm')],
      () => 'state-ok',
    ),
    test_input_required_result_multiple_inputs: form(
      'Ask for everything',
      [field('user_name', 'name', text, 'What is your name?'), asking('greeting', 'Generate a greeting'), roots],
      ({ name }) => `Hello, ${name}!`,
    ),
    test_input_required_result_multi_round: tool('Ask twice', ({ name, color }) => {
      if (name === undefined) return paused([field('step1', 'name', text, 'Step 1: What is your name?')])
      if (color === undefined) return paused([field('step2', 'color', text, 'Step 2: What is your favorite color?')])
      return `${name} likes ${color}.`
    }),
    test_input_required_result_tampered_state: form(
      'Ask with a sealed state',
      [field('confirm', 'ok', { type: 'boolean' }, 'Please confirm')],
      () => 'Confirmed.',
    ),
    test_input_required_result_capabilities: form(
      'Ask what can be asked',
      [field('user_name', 'name', text, 'What is your name?'), asking('greeting', 'Generate a greeting')],
      ({ name }) => `Hello, ${name}!`,
    ),
    test_missing_capability: form('Ask the host', [asking('sample', 'Say something.')], () => 'Done.'),
    test_streaming_elicitation: tool('Tell, then ask', async ({ name }, context) => {
      await context.progress(0.5, 'about to ask')
      return name === undefined ? paused([field('user_name', 'name', text, 'What is your name?')]) : `Hello, ${name}!`
    }),
    test_logging_tool: tool('Say nothing', () => 'Done.'),
    test_custom_header: operation({
      title: 'Route by a header',
      input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
      handler: input => `Routed to ${(input as JsonObject).region}.`,
    }),
    greet: tool('Greet', ({ name }) => `Hello, ${name}!`),
    slow_compute: tool(
      'Compute slowly',
      async ({ seconds, label }, context) => {
        await sleep(Number(seconds ?? 0) * 1000, undefined, { signal: context.signal })
        return `Computed ${label}.`
      },
      { async: true },
    ),
    failing_job: tool(
      'Fail',
      async () => {
        await sleep(1000)
        return refuse('conflict', 'The job failed.')
      },
      { async: true },
    ),
    protocol_error_job: tool(
      'Fail as the protocol does',
      () => refuse('conflict', 'The job cannot be run.', { extra: { mcp: { code: -32603 } } }),
      { async: true },
    ),
    confirm_delete: tool(
      'Confirm',
      ({ confirm, filename }) =>
        confirm === undefined
          ? paused([field('confirmation', 'confirm', { type: 'boolean' }, `Delete ${filename}?`)])
          : `Deleted ${filename}.`,
      { async: true },
    ),
    multi_input: tool(
      'Ask two things at once',
      ({ name, confirm }) =>
        name === undefined || confirm === undefined
          ? paused([
              field('first', 'name', text, 'What is your name?'),
              field('second', 'confirm', { type: 'boolean' }, 'Are you sure?'),
            ])
          : `Thank you, ${name}.`,
      { async: true },
    ),
    test_tool_with_task: tool(
      'Ask, then take long',
      async ({ name }) => {
        if (name === undefined) return paused([field('user_name', 'name', text, 'What is your name?')])
        await sleep(500)
        return `Hello, ${name}!`
      },
      { syncBudgetMs: 50 },
    ),
  },
})

if (import.meta.main) {
  const { url } = await serve(agent).listen({ port: Number(process.argv[2] ?? 0), signals: true })
  console.log(`${url}/mcp`)
}
