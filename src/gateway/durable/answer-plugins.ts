/**
 * The answer to a paused task is forwarded like the call before it, but comes to the built-in route. The plugins that the
 * task's route has and the built-in one has not see it too: a route whose arguments are scanned has scanned answers.
 */
import { serverResult } from '../../agent/run.ts'
import { isObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { ownerOf } from '../../server/durable/caller.ts'
import { isTaskId } from '../../server/durable/caller-task.ts'
import { Body } from '../../wire/body.ts'
import type { PluginStage } from '../plugin.ts'

export const answerPlugins: PluginStage = async (call, next) => {
  const { answeredTask: id, server, compiled } = call
  if (id === undefined || !isTaskId(id)) return next()
  const { ownership, runtime } = server.durable
  const row = await runtime.store.do('getTask', { id, ...ownerOf(call.caller, ownership) })
  // The built-in route says that there is no such task.
  if (row === undefined) return next()
  const stages = compiled.plugins.answerStagesOf(row.operation)
  if (stages === undefined) return serverResult(routeGone)
  const last = async () => (await hasHiddenBody(call)) ?? next()
  return stages.reduceRight<() => Promise<RunResult>>(
    (rest, [, stage]) =>
      () =>
        stage(call, rest),
    last,
  )()
}

/** Nothing says which plugins its answer needs. */
const routeGone = fault('unavailable', 'The route of this task does not exist any more.', {
  code: 'ROUTE_GONE',
  began: false,
})

/** A body in Base64 would be forwarded in place of the one that plugins have read. */
export async function hasHiddenBody(call: Parameters<PluginStage>[0]): Promise<RunResult | undefined> {
  const bytes = await call.requestBytes()
  const reading = bytes === undefined ? undefined : Body.ofBytes(bytes).json()
  if (reading?.ok !== true || !isObject(reading.value)) return undefined
  const { inputs } = reading.value
  if (!isObject(inputs) || !Object.hasOwn(inputs, 'base64')) return undefined
  const message = 'An answer is JSON: put the inputs into body.'
  const issues = [{ pointer: '/inputs/base64', message, location: 'body' as const }]
  return serverResult(fault('invalid', 'The request is not valid.', { issues, began: false }))
}
