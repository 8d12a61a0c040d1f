/** One line of the log for every run of a task that has ended: ids and states, never data. */
import type { TaskNews, WorkerOptions } from '../../runtime/worker.ts'
import { type AccessLogger, noLog } from '../log.ts'

const logMessages: Readonly<Record<Exclude<TaskNews['kind'], 'started'>, string>> = {
  settled: 'task ran',
  'handed-back': 'task handed back: another process goes on with it',
  lost: 'task left to another process',
}

/** What a worker's news of a task are in the log. */
export function taskLog(log: AccessLogger): WorkerOptions['onTask'] {
  if (log === noLog) return undefined
  return ({ id, operation, attempt }, news) => {
    if (news.kind === 'started') return
    const ended = news.kind === 'settled' ? { state: news.state } : undefined
    log.info({ operation, task: id, attempt, ...ended }, logMessages[news.kind])
  }
}
