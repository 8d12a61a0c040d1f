/** Agent files in words for people. */
import { phaseOf } from '../../files/contract.ts'
import type { AnswerResult, FileRequest, Holder, SetAside } from '../../files/index.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { questionOf } from '../agents/show-outcome.ts'
import { printable } from '../columns.ts'
import type { OutputStream } from '../terminal.ts'

/** `analyst (phase 1, ai_analysis)`. */
export function whoOf({ agent, call }: FileRequest): string {
  const phase = phaseOf(call)
  const details = [phase === undefined ? '' : `phase ${phase}`, call.stageId ?? ''].filter(part => part !== '')
  return printable(details.length === 0 ? agent : `${agent} (${details.join(', ')})`)
}

/** How an outcome reads in a response file, and why. */
export function saidOf(outcome: Outcome): string {
  if (outcome.kind === 'completed') return 'success'
  if (outcome.kind === 'paused') return `asks ${questionsOf(outcome).join('; ')}`
  if (outcome.kind !== 'failed') return `error, ${outcome.kind}`
  const { category, message } = outcome.fault
  return printable(`${category === 'timeout' ? 'timeout' : 'error'}: ${message}`)
}

/** What a paused outcome asks, printable: one line a question. */
export function questionsOf(outcome: Outcome): string[] {
  return outcome.kind === 'paused' ? outcome.needs.map(need => printable(questionOf(need))) : []
}

/** `✓` for a success, `?` for a question, `✗` for a failure. */
export function markOf({ kind }: Outcome, { good, bad, warn }: OutputStream['style']): string {
  return kind === 'completed' ? good('✓') : kind === 'paused' ? warn('?') : bad('✗')
}

export function holderOf({ pid, host, since }: Holder): string {
  return `process ${pid} on ${printable(host.split('/', 1)[0] ?? host)} since ${since}`
}

export function asideOf({ file, to, reason }: SetAside): string {
  return printable(`${file}: set aside as ${to}: ${reason}`)
}

/** `12 ms`, `1.9 s`, `2 min 5 s`. */
export function secondsOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

/** An answer for `--json`; the outcome itself is in the file. */
export function inJson(answer: AnswerResult): object {
  const { kind } = answer
  if (kind === 'rejected') return { event: kind, ...answer.setAside, answered: answer.answered ?? null }
  const { request } = answer
  const base = { event: kind, request: request.file, request_id: request.requestId, agent_name: request.agent }
  if (kind === 'answered') {
    const { file, durationMs, outcome, losses, setAside } = answer
    const questions = outcome.kind === 'paused' ? { questions: outcome.needs.map(questionOf) } : undefined
    const written = { response: file, outcome: outcome.kind, ...questions, duration_ms: durationMs }
    return { ...base, ...written, losses, set_aside: setAside }
  }
  if (kind === 'already-answered') return { ...base, response: answer.file }
  return kind === 'claimed' ? { ...base, holder: answer.holder } : base
}
