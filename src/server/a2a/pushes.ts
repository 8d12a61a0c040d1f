/** Push registrations of a task (A2A 1.0 §3.1.7): stored sealed, sent by the outbox behind its guard. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { overLimit } from '../../runtime/caller-limits.ts'
import { newId } from '../../runtime/secret.ts'
import { answerOf, deliveriesOf, placeOf, recalled } from '../../runtime/tasks.ts'
import { checkUrl } from '../../runtime/webhooks/guard.ts'
import { isNotificationAuth, type NotificationAuth, notificationScheme } from '../../runtime/webhooks/notification.ts'
import { isKeepable } from '../../store/input.ts'
import type { RegisteredRow } from '../../store/operations/deliveries.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { pushSignatureFault } from '../signing/check-signature.ts'
import { refuseRepeatedContext } from './message-envelope.ts'
import { formOf } from './notification.ts'
import { noSuchTask, refusalOf, type Session } from './session.ts'

/** The most registrations of one task. */
const mostPushes = 10

/** Registers, and gives back what was registered without its secrets. */
export async function register(session: Session, row: TaskRow, config: JsonObject): Promise<JsonObject> {
  await saveRegistration(session, row, config)
  return viewOf(row.id, nameOf(row.id, config), String(config.url), authOf(config))
}

/** Registers the configuration in a message. A task that waits or has ended is reported at once. */
export async function registerWith(session: Session, id: string, config: Json | undefined): Promise<void> {
  if (!isObject(config)) return
  const row = await session.task(id)
  if ((await saveRegistration(session, row, config)) !== 'settled') return
  const { runtime } = session.showing
  const now = await session.task(id)
  const { endpoints } = await runtime.store.do('taskEndpoints', { id })
  const mine = endpoints.filter(({ name }) => name === nameOf(id, config))
  const task = { ...now, ...recalled(runtime, now.call), endpoint: null }
  const all = deliveriesOf({ ...runtime, webhooks: [] }, task, answerOf(runtime, now), mine)
  await runtime.store.do('addDeliveries', { deliveries: all, now: runtime.now() })
}

/** A request of 1.0 that names it as 0.3 and AdCP do: `configuration.pushNotificationConfig`, with `schemes`. */
export function pushInOldWords({ version, source }: Session): JsonObject | undefined {
  const text = version === '1.0' ? source('/configuration/pushNotificationConfig') : undefined
  const config: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!isObject(config)) return undefined
  const { schemes, ...rest } = isObject(config.authentication) ? config.authentication : {}
  const [scheme = rest.scheme] = Array.isArray(schemes) ? schemes : []
  return config.authentication === undefined || scheme === undefined
    ? config
    : { ...config, authentication: { ...rest, scheme } }
}

/** A wrong registration is refused before anything begins; so is one too many of its caller. */
export async function mayPush(session: Session, config: Json | undefined, message: JsonObject): Promise<void> {
  if (config === undefined) return
  checkPush(session, config)
  refuseRepeatedContext(session, message)
  const { store, perCaller } = session.showing.runtime
  const { tenant, subject } = session.caller
  if (await store.do('hasReachedPushLimit', { tenant, subject, most: perCaller.pushes })) throw tooMany(session)
}

function tooMany({ server }: Session): A2aRefusal {
  return refusalOf(overLimit('pushes'), server)
}

function checkPush(session: Session, config: Json): void {
  const unsigned = pushSignatureFault(session.http, config)
  if (unsigned !== undefined) throw refusalOf(unsigned, session.server, session.http.headers)
  if (session.settings.pushNotifications === false)
    throw new A2aRefusal('no-push', 'This server sends no push notifications.')
  if (!isObject(config) || typeof config.url !== 'string') throw new A2aRefusal('malformed', 'A push needs its url.')
  const allowLoopback = session.server.options.webhooks?.allowLoopback ?? false
  if (!checkUrl(config.url, { allowLoopback }).ok) {
    throw new A2aRefusal('malformed', 'The url of a push must be an https URL of a public host.')
  }
  if (!isNotificationAuth(authOf(config))) {
    throw new A2aRefusal('malformed', 'The token or the credentials of a push cannot be sent in a header.')
  }
  if (typeof config.id === 'string' && !/^[\x21-\x7e]{0,128}$/.test(config.id)) {
    throw new A2aRefusal('malformed', 'The id of a push has at most 128 printable characters.')
  }
}

async function saveRegistration(session: Session, row: TaskRow, config: JsonObject): Promise<'open' | 'settled'> {
  checkPush(session, config)
  const { runtime } = session.showing
  const url = String(config.url)
  const result = await runtime.store.do('registerEndpoint', {
    id: newId('end'),
    tenant: row.tenant,
    url,
    place: placeOf(url),
    scheme: notificationScheme,
    secret: runtime.secret.seal(JSON.stringify({ ...authOf(config), ...signedWith(session, config) })),
    now: runtime.now(),
    taskId: row.id,
    name: nameOf(row.id, config),
    form: formOf(session.contractEdition, session.version),
    most: mostPushes,
    perCaller: runtime.perCaller.pushes,
  })
  if (result === 'over-limit') throw tooMany(session)
  if (result === 'missing') throw noSuchTask()
  if (result === 'full')
    throw new A2aRefusal('malformed', `At most ${mostPushes} endpoints may be registered for one task.`)
  return result
}

/** Without credentials, webhooks of a contract that has a profile for it are signed with the key of the server. */
function signedWith({ server, contractEdition }: Session, config: JsonObject): Pick<NotificationAuth, 'isSigned'> {
  const { signatures } = contractEdition.contract.serving ?? {}
  const isSigned = signatures !== undefined && server.options.signing?.signer !== undefined
  return isSigned && authOf(config).scheme === undefined ? { isSigned } : {}
}

/** One that has no id is the task's own: 0.3 asks for it without. */
function nameOf(taskId: string, { id }: JsonObject): string {
  return typeof id === 'string' && id !== '' ? id : taskId
}

function authOf({ token, authentication }: JsonObject): NotificationAuth {
  const { scheme, credentials } = isObject(authentication) ? authentication : {}
  const has = typeof scheme === 'string' && typeof credentials === 'string' && credentials !== ''
  return {
    ...(typeof token === 'string' && token !== '' ? { token } : undefined),
    ...(has ? { scheme, credentials } : undefined),
  }
}

/** A registration as callers see it, without secrets. */
function viewOf(taskId: string, id: string, url: string, { scheme }: NotificationAuth): JsonObject {
  return { taskId, id, url, ...(scheme === undefined ? undefined : { authentication: { scheme } }) }
}

export async function listed(session: Session, row: TaskRow): Promise<JsonObject[]> {
  const { store } = session.showing.runtime
  const { endpoints } = await store.do('taskEndpoints', { id: row.id })
  return endpoints.map(endpoint => registrationView(session, row, endpoint))
}

function registrationView({ showing }: Session, { id }: TaskRow, { name, url, secret }: RegisteredRow): JsonObject {
  const kept = secret === null ? undefined : showing.runtime.secret.unseal(secret)
  return viewOf(id, name, url, kept === undefined ? {} : (JSON.parse(kept) as NotificationAuth))
}

export async function findRegistration(session: Session, row: TaskRow, config: JsonObject): Promise<JsonObject> {
  const name = nameOf(row.id, config)
  const one = (await listed(session, row)).find(({ id }) => id === name)
  if (one === undefined) throw new A2aRefusal('task-not-found', 'There is no such push notification config.')
  return one
}

/** Whether it was there makes no difference. */
export async function removed({ showing: { runtime } }: Session, row: TaskRow, config: JsonObject): Promise<void> {
  const name = nameOf(row.id, config)
  if (!isKeepable(name)) return
  await runtime.store.do('removeEndpoint', { taskId: row.id, tenant: row.tenant, name, now: runtime.now() })
}
