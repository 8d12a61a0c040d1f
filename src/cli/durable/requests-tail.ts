/** `replywire requests tail`: requests as they are answered, until it is interrupted. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Invocation } from '../command.ts'
import type { requestTailOptions } from '../table/runs.ts'
import type { OutputStream } from '../terminal.ts'
import { filterOf, type RequestShown, requestView, statusText } from './request-view.ts'
import { type RunSource, withSource } from './run-source.ts'
import { jsonOf } from './view.ts'
import { cell, timeOf } from './words.ts'

type TailInvocation = Invocation<typeof requestTailOptions>

const interrupted = 130
/** Servers write their journals every quarter of a second. */
const everyMs = 500
const limit = 500

export async function run(invocation: TailInvocation): Promise<number> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await withSource(invocation, source => follow(source, invocation, controller.signal))
    return interrupted
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
}

async function follow(source: RunSource, { values, terminal }: TailInvocation, signal: AbortSignal): Promise<void> {
  const filter = filterOf(values)
  let after = values.since === undefined ? await newestPlace(source) : 0
  while (!signal.aborted) {
    const rows = await source.requests({ ...filter, after, now: Date.now(), limit })
    for (const entry of rows) {
      terminal.result(jsonOf(requestView, entry), out => out.line(lineOf(entry, out)))
    }
    after = rows.at(-1)?.seq ?? after
    if (rows.length < limit) await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
}

async function newestPlace(source: RunSource): Promise<number> {
  const [newest] = await source.requests({ now: Date.now(), limit: 1 })
  return newest?.seq ?? 0
}

function lineOf(entry: RequestShown, { style }: OutputStream): string {
  const { at, operation, route, contract, tenant, durationMs, requestId } = entry
  const words = [cell(operation || route), cell(contract), cell(tenant ?? null), `${durationMs} ms`, cell(requestId)]
  return [style.dim(timeOf(at)), statusText(entry, style), ...words].join('  ')
}
