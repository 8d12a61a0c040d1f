/** In which contract a caller is answered, where a route offers several or another than its upstream's. */
import type { HttpRequest } from '../../carriers/http/message.ts'
import { type SettledEdition, settleEdition } from '../../server/edition.ts'
import { type HttpEdition, negotiate, type Offers } from '../../server/negotiate.ts'
import type { ServerContext } from '../../server/server-context.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { editionNamed } from '../edition-named.ts'

/** The contracts of a list; the first is for callers who ask for none. */
export function offersNamed(names: readonly string[]): Offers | undefined {
  const [mount, ...others] = names.map(editionNamed)
  if (mount === undefined) return undefined
  return { mount, contracts: [...new Set([mount, ...others].map(({ contract }) => contract))] }
}

/** As the server chooses: what the address asks for, then what is accepted, then the header of a contract. */
export function chooseContract(server: ServerContext, http: HttpRequest, offers: Offers): SettledEdition {
  return settleEdition(
    { options: server.options, offers, now: () => server.now() },
    negotiate(http, offers),
    http,
    undefined,
  )
}

/** Whether the caller and the upstream speak the same, so that their bytes pass as they are. */
export function passes({ upstreamEdition, isSameRequest }: CompiledRoute, { edition }: HttpEdition): boolean {
  return isSameRequest && upstreamEdition?.edition === edition
}
