/** One answer of a host, printed for people. */
import type { AnswerResult } from '../../files/index.ts'
import { count, printable } from '../columns.ts'
import type { OutputStream } from '../terminal.ts'
import { asideOf, holderOf, markOf, saidOf, secondsOf, whoOf } from './words.ts'

export function showAnswer(answer: AnswerResult, { line, style }: OutputStream, prefix = ''): void {
  const { bad, warn, dim } = style
  switch (answer.kind) {
    case 'answered': {
      const { outcome, durationMs, file, losses, setAside, request } = answer
      line(`${prefix}${markOf(outcome, style)} ${whoOf(request)}: ${saidOf(outcome)} after ${secondsOf(durationMs)}`)
      line(`${prefix}  ${dim(printable(file))}`)
      for (const aside of setAside) line(`${prefix}  ${warn('!')} ${asideOf(aside)}`)
      if (losses.length > 0) {
        line(
          `${prefix}  ${warn('!')} ${count(losses.length, 'loss', 'losses')}: ${losses.map(({ pointer }) => pointer).join(', ')}`,
        )
      }
      return
    }
    case 'already-answered':
      line(`${prefix}${dim('·')} ${whoOf(answer.request)}: already answered, ${printable(answer.file)}`)
      return
    case 'claimed':
      line(`${prefix}${warn('!')} ${whoOf(answer.request)}: being answered by ${holderOf(answer.holder)}`)
      return
    case 'withdrawn':
      line(`${prefix}${warn('!')} ${whoOf(answer.request)}: withdrawn in the meantime; nothing was written`)
      return
    case 'released':
      line(`${prefix}${warn('!')} ${whoOf(answer.request)}: given back for another host`)
      return
    case 'rejected':
      line(`${prefix}${bad('✗')} ${asideOf(answer.setAside)}`)
      for (const { rule, pointer, message } of answer.setAside.findings) {
        line(`${prefix}    ${printable(pointer === '' ? '(file)' : pointer)}  ${printable(message)} ${dim(rule)}`)
      }
  }
}
