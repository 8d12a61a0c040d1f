/** Routes as a document describes them: an operation's, and those that the server answers without one. */
import type { Effects, Export, Operation } from '../agent/define.ts'
import type { ContractOptions } from '../codec/serving.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { Location } from '../outcome/need.ts'
import { contractOptions } from './edition.ts'

export interface RouteDescription {
  readonly title: string
  readonly description: string | undefined
  /** Without one it is called by its task type alone. */
  readonly route: string | undefined
  readonly input: JsonObject
  readonly output: JsonObject | undefined
  readonly locations: Readonly<Record<string, Location>>
  readonly effects: Effects
  readonly roles: readonly string[]
  readonly public: boolean
  /** Always a task. */
  readonly isTask: boolean
  readonly exports: Readonly<Record<string, Export>>
  /** What the author says of one contract, by its id. */
  optionsOf(contract: string): ContractOptions
}

export function describeOperation(operation: Operation): RouteDescription {
  const { title, description, route, input, output, locations, effects, roles, exports } = operation
  return {
    title,
    description,
    route,
    input: input.json,
    output: output?.json,
    locations,
    effects,
    roles,
    public: operation.public,
    isTask: operation.async,
    exports,
    optionsOf: contract => contractOptions(operation, contract),
  }
}

const reading: Omit<RouteDescription, 'title' | 'route' | 'input'> = {
  description: undefined,
  output: undefined,
  locations: {},
  effects: 'none',
  roles: [],
  public: false,
  isTask: false,
  exports: {},
  optionsOf: () => ({}),
}

const taskId = { type: 'string', maxLength: 64, description: 'The id of the task.' }

/** The routes under a task that need no operation, by their names. */
export function builtInRoutes(prefix: string): Readonly<Record<string, RouteDescription>> {
  return {
    'tasks.result': {
      ...reading,
      title: 'The result of a task',
      description: 'What the call would have answered, had it been waited for. While the task goes on, that it does.',
      route: `GET ${prefix}/operations/{id}/result`,
      input: { type: 'object', required: ['id'], properties: { id: taskId } },
    },
    'tasks.events': {
      ...reading,
      title: 'The events of a task',
      description:
        'As a stream, from any event on, until the task ends or pauses; otherwise the next hundred that are there now.',
      route: `GET ${prefix}/operations/{id}/events`,
      input: {
        type: 'object',
        required: ['id'],
        properties: {
          id: taskId,
          after: { type: 'integer', minimum: 0, description: 'The last event that the reader has.' },
          'last-event-id': { type: 'integer', minimum: 0, description: 'The same, as readers of streams say it.' },
        },
      },
      locations: { 'last-event-id': 'header' },
      output: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'kind', 'at', 'data'],
          properties: {
            id: { type: 'integer' },
            kind: { enum: ['moment', 'outcome'] },
            at: { type: 'string', format: 'date-time' },
            data: {},
          },
        },
      },
    },
  }
}
