/** The public surface, pinned: a name that appears or goes is a decision. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as auth from '../src/auth/index.ts'
import * as codec from '../src/codec/index.ts'
import * as files from '../src/files/index.ts'
import * as root from '../src/index.ts'
import * as webhooks from '../src/runtime/webhooks/index.ts'
import * as server from '../src/server/index.ts'
import * as testing from '../src/testing/index.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

describe('the public surface', () => {
  test('replywire', () => {
    expect(Object.keys(root).toSorted()).toEqual([
      'Body',
      'ReplywireError',
      'SseReader',
      'a2aWire',
      'ask',
      'canceled',
      'check',
      'completed',
      'contract',
      'contracts',
      'created',
      'decode',
      'defaultJsonLimits',
      'defineAgent',
      'delta',
      'detect',
      'editionOf',
      'faceOf',
      'failed',
      'fault',
      'faultCategories',
      'fileWire',
      'httpWire',
      'isOutcome',
      'isValid',
      'mcpWire',
      'mediaTypeOf',
      'operation',
      'partial',
      'paused',
      'payloadOf',
      'pending',
      'progress',
      'readSse',
      'readStream',
      'refuse',
      'requireApproval',
      'run',
      'seal',
      'translate',
      'writeSse',
      'writeStream',
    ])
  })

  test('replywire/server', () => {
    expect(Object.keys(server).toSorted()).toEqual(['quota', 'respond', 'respondNode', 'serve', 'throttle'])
  })

  test('replywire/auth', () => {
    expect(Object.keys(auth).toSorted()).toEqual([
      'AuthError',
      'apiKeyAuth',
      'challenge',
      'firstOf',
      'hasRoles',
      'hashApiKey',
      'jwtAuth',
      'newApiKey',
      'optionalAuth',
      'staticKeys',
    ])
  })

  test('replywire/files', () => {
    expect(Object.keys(files).toSorted()).toEqual([
      'Checkpoint',
      'FileError',
      'agentHandler',
      'answer',
      'ask',
      'checkFiles',
      'finish',
      'needsAgent',
      'openRun',
      'readResponse',
      'resume',
      'runProgram',
      'survey',
      'watch',
      'writeResponse',
    ])
  })

  test('replywire/codec', () => {
    expect(Object.keys(codec).toSorted()).toEqual([
      'Body',
      'Losses',
      'a2aWire',
      'canceled',
      'check',
      'completed',
      'created',
      'decode',
      'detect',
      'editionOf',
      'elsewhere',
      'extraFrom',
      'extraMembers',
      'faceOf',
      'failed',
      'fault',
      'faultCategories',
      'fileWire',
      'filledListOf',
      'finding',
      'httpWire',
      'hub',
      'isHeaderText',
      'isObject',
      'isOutcome',
      'isValid',
      'jsonRules',
      'listOf',
      'lost',
      'mappingFor',
      'mcpWire',
      'needed',
      'number',
      'object',
      'objects',
      'only',
      'optional',
      'partial',
      'paused',
      'payloadJson',
      'payloadObject',
      'payloadOf',
      'pending',
      'plain',
      'plainStream',
      'pointer',
      'readBody',
      'readStream',
      'retryAfter',
      'ruleTable',
      'schemaFindings',
      'secondsToMs',
      'snake',
      'streamRules',
      'text',
      'texts',
      'tokensOf',
      'translate',
      'variants',
      'wellFormed',
      'withFreeMembers',
      'writeStream',
    ])
  })

  test('replywire/webhooks', () => {
    expect(Object.keys(webhooks).toSorted()).toEqual(['sign', 'verifyAdcpHmac', 'verifyBearer', 'verifyStandard'])
  })

  test('replywire/testing', () => {
    expect(Object.keys(testing).toSorted()).toEqual([
      'calls',
      'checkFixture',
      'exchanges',
      'goldenExchange',
      'goldenOutcomes',
      'json',
      'jsonObject',
      'laws',
      'mutations',
      'outcomes',
      'readFixtures',
      'silentLoss',
      'streams',
      'wireOf',
    ])
  })

  test('every entry of package.json has a source', () => {
    for (const entry of Object.values(manifest.exports) as (string | { default: string })[]) {
      if (typeof entry === 'string' || entry.default.includes('*')) continue
      expect(existsSync(entry.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')), entry.default).toBe(true)
    }
  })

  test.each(root.contracts.map(({ id }) => id))('replywire/contracts/%s exists', id => {
    expect(existsSync(`src/contracts/${id}/index.ts`)).toBe(true)
  })

  test('the package declares the profile that it supports', () => {
    expect(manifest.description).toContain('Supports YAAgents Profile v0.3')
    expect(manifest.yaagents.profile).toBe('v0.3')
  })

  test('the lock file records no download address', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
  })
})
