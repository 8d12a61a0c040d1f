/** Two independent linters judge the published OpenAPI documents. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { lintDocuments, lintFiles } from './lint-openapi.ts'

const documents = globSync('openapi/*.yaml').toSorted()

describe('the published OpenAPI', () => {
  test('is there', () => {
    expect(documents).toEqual(['openapi/yaagents-components.yaml', 'openapi/yaagents-example.yaml'])
  })

  test('is clean', async () => {
    expect(await lintFiles(documents)).toEqual([])
  })

  test('has every header, body and answer of the profile', () => {
    const { components } = parse(readFileSync('openapi/yaagents-components.yaml', 'utf8'))
    expect(Object.keys(components.headers)).toEqual(
      expect.arrayContaining(['X-YAAgents-Profile', 'X-Correlation-ID', 'X-Request-ID', 'X-Tenant-ID']),
    )
    expect(Object.keys(components.schemas).toSorted()).toEqual([
      'AgenticError',
      'ApprovalRequired',
      'ClarificationRequired',
      'Conflict',
      'OperationAccepted',
      'OperationExtension',
      'ValidationFailed',
    ])
    expect(Object.keys(components.responses).toSorted()).toEqual([
      'ApprovalRequired',
      'ClarificationRequired',
      'Conflict',
      'FailedDependency',
      'Forbidden',
      'InternalError',
      'LimitExceeded',
      'OperationAccepted',
      'ValidationFailed',
    ])
  })
})

test('the linters find an example that breaks its schema, a wrong $ref and an operation without an id', async () => {
  const wrong = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1', description: 'd', license: { name: 'L', identifier: 'MIT' }, contact: {} },
    servers: [{ url: 'https://a.test' }],
    tags: [{ name: 't', description: 'd' }],
    paths: {
      '/a': {
        get: {
          summary: 's',
          description: 'd',
          tags: ['t'],
          security: [],
          responses: {
            '200': {
              description: 'd',
              content: { 'application/json': { schema: { type: 'integer' }, example: 'seven' } },
            },
            '400': { $ref: '#/components/responses/None' },
          },
        },
      },
    },
  }
  const found = (await lintDocuments({ wrong })).map(({ linter, rule }) => `${linter} ${rule}`)
  expect(found).toEqual(
    expect.arrayContaining([
      'redocly no-invalid-media-type-examples',
      'redocly no-unresolved-refs',
      'redocly operation-operationId',
      'spectral invalid-ref',
      'spectral operation-operationId',
    ]),
  )
})
