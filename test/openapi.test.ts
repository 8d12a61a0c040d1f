/** Two independent linters judge the published OpenAPI documents. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const documents = globSync('openapi/*.yaml').toSorted()

function run(tool: string, ...args: string[]): string {
  return execFileSync(process.execPath, [`node_modules/.bin/${tool}`, ...args], { encoding: 'utf8', stdio: 'pipe' })
}

describe('the published OpenAPI', () => {
  test('is there', () => {
    expect(documents).toEqual(['openapi/yaagents-components.yaml', 'openapi/yaagents-example.yaml'])
  })

  test.each(documents)('redocly finds nothing in %s', document => {
    const report = JSON.parse(run('redocly', 'lint', '--format=json', document)) as { problems: unknown[] }
    expect(report.problems).toEqual([])
  })

  test('spectral finds nothing', () => {
    expect(JSON.parse(run('spectral', 'lint', '-q', '-f', 'json', '-F', 'hint', ...documents))).toEqual([])
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
