/** Moments, shown while they come. */
import type { Moment } from '../../outcome/moment.ts'
import type { Terminal } from '../terminal.ts'
import { showMoment } from './show-outcome.ts'

/** Shows moments; text runs on in its line until something else comes. */
export function momentsShown(terminal: Terminal): (moment: Moment) => void {
  let isMidLine = false
  return moment => {
    const text = moment.kind === 'delta' && moment.part.kind === 'text' ? moment.part.text : undefined
    const runsOn = text !== undefined && moment.kind === 'delta' && moment.mode === 'append'
    if (isMidLine && !runsOn && !terminal.json) terminal.err.line('')
    if (moment.kind !== 'outcome') showMoment(moment, terminal)
    isMidLine = text === undefined || text === '' ? isMidLine && runsOn : !text.endsWith('\n')
  }
}
