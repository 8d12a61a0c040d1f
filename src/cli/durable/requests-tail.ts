/** `replywire requests tail`: requests as they are answered, until it is interrupted. */
import { setTimeout as sleep } from 'node:timers/promises'
import { entryOf } from '../../runtime/requests/request-entry.ts'
import type { Store } from '../../store/store.ts'
import type { Terminal } from '../terminal.ts'
import { withStore } from './reach.ts'
import { filterOf, requestCells, requestView } from './request-view.ts'
import type { RequestsInvocation } from './requests.ts'

const interrupted = 130
/** Servers write their journals every quarter of a second. */
const everyMs = 500
const limit = 500

export async function run({ values, terminal }: RequestsInvocation): Promise<number> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await withStore(values.store, store => follow(store, values, terminal, controller.signal))
    return interrupted
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
}

async function follow(
  store: Store,
  values: RequestsInvocation['values'],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const filter = filterOf(values, Date.now())
  // Without --since it begins with what comes next.
  const [newest] =
    values.since === undefined ? await store.do('listRequests', { now: Date.now(), limit: 1 }) : [undefined]
  let after = newest?.seq ?? 0
  while (!signal.aborted) {
    const rows = await store.do('listRequests', { ...filter, after, now: Date.now(), limit })
    for (const entry of rows.map(entryOf)) show(entry, terminal)
    after = rows.at(-1)?.seq ?? after
    if (rows.length < limit) await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
}

function show(entry: ReturnType<typeof entryOf>, { out, json }: Terminal): void {
  out.line(json ? JSON.stringify(requestView(entry)) : requestCells(entry, out.style).join('  '))
}
