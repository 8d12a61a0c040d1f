/** What `ctx.client` calls other agents with. The client is loaded when a handler first calls one. */
import type { OpenPeer, Peer, PeerCall } from '../agent/peer.ts'
import type { Outcome } from '../outcome/outcome.ts'

export const openPeer: OpenPeer = (url, run, options) => {
  let opening: Promise<Peer> | undefined
  return {
    call(operation, input, callOptions) {
      opening ??= import('../client/peer.ts').then(client => client.connectPeer(url, run, options))
      // In an object: a promise of a call would be the call's own outcome.
      const started = opening.then(peer => ({ call: peer.call(operation, input, callOptions) }))
      const outcome: Promise<Outcome> = started.then(({ call }) => call)
      const orThrow: PeerCall['orThrow'] = async () => (await started).call.orThrow()
      // Callers who wait for `orThrow` alone leave this one.
      outcome.catch(() => {})
      return Object.assign(outcome, { orThrow }) as PeerCall<never>
    },
  }
}
