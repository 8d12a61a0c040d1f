import { describe, expect, test } from 'vitest'
import { contract, contracts } from '../contracts/registry.ts'
import { parseAccept } from './accept.ts'
import { httpEdition, negotiate } from './negotiate.ts'
import { webHead } from './request-head.ts'

const mount = httpEdition(contract('agent-run'))
if (mount === undefined) throw new Error('agent-run is spoken over HTTP')

function chosen(headers: Record<string, string>, query = ''): string {
  const { served: found, refused } = negotiate(webHead(new Headers(headers), new URLSearchParams(query)), {
    contracts,
    mount: mount as never,
  })
  return `${found.contract.id}@${found.edition.version}${refused === undefined ? '' : ` ${refused.code}`}`
}

const vendor = 'application/vnd.yaagents.error+json'

describe('negotiation', () => {
  test('is remembered for requests that say the same, of the same offers', () => {
    const offers = { contracts, mount }
    const ask = (accept: string) => negotiate(webHead(new Headers({ accept })), offers)
    const first = ask('application/json')
    expect(ask('application/json')).toBe(first)
    expect(ask('text/html')).not.toBe(first)
    for (let at = 0; at < 300; at++) ask(`text/x-${at}`)
    expect(ask('application/json')).not.toBe(first)
    expect(ask('application/json')).toEqual(first)
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['nothing asked', {}, '', 'agent-run@1'],
    ['anything', { accept: '*/*' }, '', 'agent-run@1'],
    ['plain JSON', { accept: 'application/json' }, '', 'agent-run@1'],
    ['the query', {}, 'envelope=yaagents', 'yaagents@0.3'],
    ['the query with a version', {}, 'envelope=yaagents@v0.2', 'yaagents@0.2'],
    ['the query in capitals and with spaces', {}, 'envelope=%20YAAGENTS%20', 'yaagents@0.3'],
    ['the query before Accept', { accept: vendor }, 'envelope=agent-run', 'agent-run@1'],
    ['an unknown envelope', {}, 'envelope=nope', 'agent-run@1 VALIDATION_ERROR'],
    ['an unknown version', {}, 'envelope=yaagents@9', 'agent-run@1 VALIDATION_ERROR'],
    ['a contract that HTTP does not speak', {}, 'envelope=agent-file', 'agent-run@1 VALIDATION_ERROR'],
    ['a vendor media type', { accept: vendor }, '', 'yaagents@0.3'],
    ['a media type of ours', { accept: 'application/vnd.replywire.yaagents+json' }, '', 'yaagents@0.3'],
    ['the better q', { accept: `${vendor};q=0.2, application/vnd.replywire.agent-run+json;q=0.9` }, '', 'agent-run@1'],
    ['a q of 0 is a no', { accept: `${vendor};q=0, */*` }, '', 'agent-run@1'],
    ['a no to the type of the mount', { accept: 'application/vnd.replywire.agent-run+json;q=0, */*' }, '', 'adcp@3.1'],
    ['a no to what every contract sends', { accept: 'application/json;q=0, */*' }, '', 'agent-run@1 NOT_ACCEPTABLE'],
    [
      'a no to the type that a profile sends',
      { accept: `${vendor};q=0, */*`, 'x-yaagents-profile': 'v0.3' },
      '',
      'agent-run@1',
    ],
    ['a no to everything that there is', { accept: 'application/*;q=0, text/html' }, '', 'agent-run@1 NOT_ACCEPTABLE'],
    ['only what is not served', { accept: 'image/png' }, '', 'agent-run@1 NOT_ACCEPTABLE'],
    ['everything refused', { accept: '*/*;q=0' }, '', 'agent-run@1 NOT_ACCEPTABLE'],
    ['the profile header', { 'x-yaagents-profile': 'v0.2' }, '', 'yaagents@0.2'],
    ['a profile that does not exist', { 'x-yaagents-profile': 'v9' }, '', 'agent-run@1'],
    [
      'Accept before the profile header',
      { accept: 'application/vnd.replywire.agent-run+json', 'x-yaagents-profile': 'v0.3' },
      '',
      'agent-run@1',
    ],
    ['a stream', { accept: 'text/event-stream' }, '', 'agent-run@1'],
  ])('%s', (_, headers, query, expected) => {
    expect(chosen(headers, query)).toBe(expected)
  })

  test('says what it looked at', () => {
    const { vary } = negotiate(webHead(new Headers()), { contracts, mount })
    expect(vary).toEqual(['Accept', 'X-YAAgents-Profile'])
  })

  test('a header of any size costs little', () => {
    expect(parseAccept('a/b,'.repeat(100_000))).toHaveLength(64)
  })
})
