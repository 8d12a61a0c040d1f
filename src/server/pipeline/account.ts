/** What is kept of every answer: a count in the metrics, a line in the log, the end of its span, an entry in the journal. */
import { type SealedExchange, seal } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { consoleOperationNames } from '../durable/console-operations.ts'
import { type AccessLine, type AnswerFacts, answerLine, callIds, noLog } from '../log.ts'
import { endCallSpan } from '../tracing.ts'
import type { CallRecord } from './call-record.ts'
import { journalEntry } from './journal-entry.ts'

/** The exchange of an answer, with what a run adds to it. */
export function sealed(
  {
    server,
    exchange,
    operation,
    isNewConversation,
    target,
  }: Pick<CallRecord, 'server' | 'exchange' | 'operation' | 'isNewConversation'> & { target?: CallRecord['target'] },
  { context, conversationId, governance, ...more }: RunResult['exchange'],
): SealedExchange {
  const whole = { ...exchange, ...more }
  // A caller may have another name for the operation, which comes back.
  if (operation !== '' && exchange.operation === undefined) whole.operation = operation
  // What a task has is written where the caller says nothing of it.
  if (context !== undefined && exchange.context === undefined) whole.context = context
  // A token that a handler of the agent gives is the answer's own; that of a task is echoed.
  const isGiven = target?.isBuiltIn === false
  if (governance !== undefined && (isGiven || exchange.governance === undefined)) whole.governance = governance
  if (conversationId !== undefined && (isNewConversation ?? exchange.conversationId === undefined)) {
    whole.conversationId = conversationId
  }
  if (exchange.billing !== undefined || more.billing !== undefined) {
    whole.billing = { ...exchange.billing, ...more.billing }
  }
  return seal(whole, { id: server.newId, now: () => new Date(server.now()) })
}

/** Counts, logs and notes an answer. */
export function account(call: CallRecord, outcome: Outcome, facts: AnswerFacts): void {
  const { server } = call
  const line = answerLine(call, outcome, facts)
  server.metrics.answered(line)
  server.onAnswer?.(call, outcome, line)
  if (server.log !== noLog) server.log.info({ ...callIds(call), ...line } satisfies AccessLine, 'answered')
  endCallSpan(call, line, outcome.task?.id ?? '')
  const { journal } = server.durable
  // Who reads the journal again and again would fill it.
  const { target } = call
  if (target?.isBuiltIn === true && target.effects === 'none' && consoleOperationNames.has(target.name)) return
  if (call.marks === undefined) return
  journal?.note(() => journalEntry(journal, call, outcome, line))
}
