/** Exports over a real socket: no way to ask for jpcite's v2 changes a byte or a header of the file, in any phase. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { writeIcs } from '../../examples/programs/exports/ics.ts'
import { writeXlsx } from '../../examples/programs/exports/xlsx.ts'
import { sampleData } from '../../examples/programs/records.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { completed } from '../../src/outcome/outcome.ts'
import { serve } from '../../src/server/serve.ts'

const programs = sampleData().programs.slice(0, 5)
const sheet = { columns: ['id', 'name'], rows: [[1, '補助金']] }

const agent = defineAgent({
  name: 'exports',
  version: '1.0.0',
  operations: {
    list: operation({
      title: 'List',
      route: 'GET /rows',
      input: z.looseObject({}),
      exports: {
        csv: { mediaType: 'text/csv; charset=utf-8', filename: 'rows.csv', write: () => 'id,name\r\n1,補助金\r\n' },
        xlsx: {
          mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          filename: 'rows.xlsx',
          write: () => writeXlsx(sheet, 'rows'),
        },
        ics: {
          mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
          filename: 'rows.ics',
          write: () => writeIcs(programs),
        },
      },
      handler: () => completed(),
    }),
  },
})

const ids = { 'x-request-id': '01KQ3XQ77RR7J8XWZ8C0YR2JN2', 'x-correlation-id': 'c-1' }

interface Download {
  status: number | undefined
  /** As they came, in their order and spelling; the date aside. */
  headers: string[]
  bytes: Buffer
}

function download(url: string, headers: Record<string, string>, method: string): Promise<Download> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...ids, ...headers }, agent: false }, async answer => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const pairs = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
      resolve({
        status: answer.statusCode,
        headers: pairs.filter(line => !/^date:/i.test(line)),
        bytes: Buffer.concat(chunks),
      })
    })
    sent.on('error', reject).end()
  })
}

const vendor = 'application/vnd.jpcite.v2+json'

/** Every way to ask for v2, and envelopes that other answers are refused for. */
const asking: readonly [string, string, Record<string, string>][] = [
  ['?envelope=v2', '&envelope=v2', {}],
  ['?envelope=jpcite@v2', '&envelope=jpcite@v2', {}],
  ['Accept', '', { accept: vendor }],
  ['both', '&envelope=v2', { accept: vendor }],
  ['?envelope=v1, which is not served for ever', '&envelope=v1', {}],
  ['an envelope that is not known', '&envelope=v9', {}],
]

describe.each(['opt-in', 'default-v2', 'removed'] as const)('in the phase %s', phase => {
  const server = serve(agent, { contract: 'jpcite', authenticate: false, contractOptions: { jpcite: { phase } } })
  let at = ''
  beforeAll(async () => {
    at = (await server.listen({ port: 0 })).url
  })
  afterAll(() => server.close())

  describe.each([
    ['csv', 'text/csv; charset=utf-8', '69642c6e616d65'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '504b0304'],
    ['ics', 'text/calendar; charset=utf-8; method=PUBLISH', '424547494e3a5643414c454e444152'],
  ])('%s', (format, mediaType, begin) => {
    test.each(asking)('is the same file with the same headers by %s', async (_, query, headers) => {
      for (const method of ['GET', 'HEAD']) {
        const plain = await download(`${at}/rows?format=${format}`, {}, method)
        expect(plain.status).toBe(200)
        expect(plain.headers.map(line => line.toLowerCase())).toEqual(
          expect.arrayContaining([
            `content-type: ${mediaType.toLowerCase()}`,
            `content-disposition: attachment; filename="rows.${format}"`,
          ]),
        )
        expect(plain.bytes.toString('hex').slice(0, begin.length)).toBe(method === 'GET' ? begin : '')
        const asked = await download(`${at}/rows?format=${format}${query}`, headers, method)
        expect(asked.status).toBe(200)
        expect(asked.headers).toEqual(plain.headers)
        expect(asked.bytes.equals(plain.bytes)).toBe(true)
      }
    })
  })
})
