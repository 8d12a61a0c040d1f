/** One PostgreSQL for a whole run of the tests. It starts when a test file first asks for a database. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { dropDatabase, type Postgres, shareBinaries, shared, startPostgres } from './postgres.ts'

export async function setup(): Promise<() => Promise<void>> {
  let starting: Promise<Postgres> | undefined
  const removeBinaries = await shareBinaries()
  const server = createServer(async (request, response) => {
    try {
      if (request.method === 'DELETE') {
        const dropped = await Promise.allSettled((await text(request)).split('\n').map(dropDatabase))
        for (const one of dropped) if (one.status === 'rejected') throw one.reason
        response.end()
        return
      }
      starting ??= startPostgres()
      response.end(await (await starting).database())
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  process.env[shared.server] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.closeAllConnections()
    server.close()
    await (await starting?.catch(() => undefined))?.remove()
    removeBinaries()
  }
}
