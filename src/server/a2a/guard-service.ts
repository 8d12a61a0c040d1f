/** A service whose internal failures are reported and logged: the store is unavailable, or an error was thrown. */
import { reportProblem, thrownFields } from '../../agent/problem.ts'
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { A2aService } from '../../carriers/a2a/service.ts'
import { isStoreUnavailable } from '../../errors.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { callIds } from '../log.ts'
import type { Session } from './session.ts'

/** `inWords` gives a refusal the words of the contract of the answer. */
export function guardService(service: A2aService, session: Session, inWords: (error: unknown) => unknown): A2aService {
  const { http, method, server } = session
  const translate = (error: unknown): unknown => inWords(named(error))
  const named = (error: unknown): unknown => {
    if (error instanceof A2aRefusal) return error
    if (isStoreUnavailable(error)) {
      return new A2aRefusal('unavailable', 'The store cannot be reached.', { headers: { 'retry-after': '5' } })
    }
    if (!http.open.isStopped) {
      const fields = { ...callIds(http), operation: method, ...thrownFields(error) }
      reportProblem(server.log, { summary: 'failed', fields, thrown: error })
    }
    return error
  }
  const once =
    <A, R>(work: (request: A) => Promise<R>) =>
    (request: A): Promise<R> =>
      work(request).catch((error: unknown) => {
        throw translate(error)
      })
  const many = (work: (request: JsonObject) => AsyncGenerator<JsonObject, void>) =>
    async function* (request: JsonObject): AsyncGenerator<JsonObject, void> {
      let leave = () => {}
      try {
        leave = session.openStream()
        yield* work(request)
      } catch (error) {
        throw translate(error)
      } finally {
        leave()
      }
    }
  return {
    card: service.card,
    extendedCard: () => once<void, JsonObject>(service.extendedCard)(),
    send: once(service.send),
    stream: many(service.stream),
    get: once(service.get),
    list: once(service.list),
    cancel: once(service.cancel),
    subscribe: many(service.subscribe),
    createPush: once(service.createPush),
    getPush: once(service.getPush),
    listPushes: once(service.listPushes),
    deletePush: once(service.deletePush),
  }
}
