/** Agent run in OpenAPI: one envelope with the answer in `outputs`, and the two run endpoints. */
import type { OpenApiKit, OpenApiServing, TaskFacts } from '../../codec/serving-openapi.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { endpoints } from './endpoints.ts'
import { contractId } from './nodes.ts'

/** The request, with the inputs of each task type. */
function requestOf(tasks: readonly TaskFacts[], { published, component, object }: OpenApiKit): JsonObject {
  const request = published('agent-run-request', 'AgentRunRequest')
  const types = ({ key, taskType }: TaskFacts): string[] => [...new Set([taskType, key])]
  return component('tasks', 'AgentRunTask', () => ({
    title: 'AgentRunTask',
    allOf: [
      request,
      object({ task_type: { enum: tasks.flatMap(types) } }),
      ...tasks
        .filter(({ input }) => Object.keys(input).length > 0)
        .map(task => ({
          if: object({ task_type: { enum: types(task) } }),
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
          then: { properties: { inputs: task.input } },
        })),
    ],
  }))
}

function taskTable(tasks: readonly TaskFacts[]): string {
  const rows = tasks.map(({ taskType, title, route }) => `| \`${taskType}\` | ${cell(title)} | ${routeCell(route)} |`)
  return ['| task type | what it does | its own route |', '|---|---|---|', ...rows].join('\n')
}

function routeCell(route: string | undefined): string {
  return route === undefined ? 'none' : `\`${route}\``
}

function cell(title: string): string {
  return title.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

export const openapi: OpenApiServing = {
  events: ['started', 'progress', 'delta', 'final'],
  operationNote: ({ taskType }) => `Task type: \`${taskType}\`.`,
  endpoints: {
    tag: { name: 'runs', description: `Any operation as a task, in the ${contractId} contract.` },
    list: [
      {
        path: endpoints.sync,
        id: 'runSync',
        summary: 'Run a task',
        description: 'Runs a task of any type and answers when it has ended.',
        isStream: false,
      },
      {
        path: endpoints.stream,
        id: 'runStream',
        summary: 'Run a task as a stream',
        description: 'Runs a task of any type and streams its progress.',
        isStream: true,
      },
    ],
    note: taskTable,
    request: requestOf,
  },
  answers(_, { published, derived, answer, wrapped, object }) {
    const response = (): JsonObject => published('agent-run-response', 'AgentRunResponse')
    const good = { enum: ['ok', 'success'] }
    const pending = (): JsonObject => ({
      allOf: [response(), object({ status: good, outputs: object({ task: { type: 'object' } }) })],
    })
    const error = (): JsonObject => ({
      allOf: [response(), object({ status: { const: 'error' }, error: published('agent-error', 'AgentError') })],
    })
    return {
      completed: output =>
        answer(output, () => ({ allOf: [response(), object({ status: good, outputs: wrapped(output) })] })),
      other: ({ kind }) =>
        kind === 'pending'
          ? derived('pending', pending(), 'The run goes on; outputs.task says where.')
          : derived('error', error(), 'The run failed, was stopped, or waits for something.'),
    }
  },
}
