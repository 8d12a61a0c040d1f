/** The log of a server: one coloured line a call on a terminal, JSON elsewhere. */
import { pino } from 'pino'
import { moreFields, problemLines } from '../../agent/problem-text.ts'
import type { AccessLine, AccessLogger } from '../../server/log.ts'
import { printable } from '../columns.ts'
import { type OutputStream, type Style, type Terminal, wantsColour } from '../terminal.ts'

/** Lines go to standard error: standard output says where the agent is. */
export function openLog({ err, json }: Terminal): AccessLogger {
  // FORCE_COLOR says that somebody looks, though it be through a pipe.
  const isWatched = err.isTerminal || wantsColour(false, process.env)
  return isWatched && !json ? terminalLog(err) : pino(pino.destination(2))
}

type Fields = Parameters<AccessLogger['info']>[0]

/** A log for somebody who looks at it. */
export function terminalLog({ line, style }: Pick<OutputStream, 'line' | 'style'>): AccessLogger {
  return {
    info: (fields, message) => line(isAnswer(fields, message) ? answerText(fields, style) : noteText(fields, message)),
    warn: (fields, message) => line(`${style.warn('!')} ${noteText(fields, message)}`),
    problem: problem => line(problemLines(problem, style).join('\n')),
  }
  function noteText(fields: Fields, message: string): string {
    const { operation = '', request_id: request = '' } = fields
    const whose = operation === '' ? '' : `${style.strong(printable(String(operation)))}: `
    return `${whose}${printable(message)}${moreFields(fields)}${idText(String(request), style)}`
  }
}

function isAnswer(fields: Fields, message: string): fields is Fields & AccessLine {
  return message === 'answered' && typeof fields.status === 'number' && typeof fields.route === 'string'
}

/** `POST /greetings 201 yaagents 40 ms 0b5c…`; the route by its pattern, never the path that was asked for. */
function answerText(line: AccessLine, style: Style): string {
  const { method, route, status, contract, duration_ms: ms, request_id: request, outcome, code, operation } = line
  const path = route.startsWith(`${method} `) ? route.slice(method.length + 1) : route
  // Over MCP and A2A the path says little.
  const target = operation !== '' && !/^[A-Z]+$/.test(method) ? `${path} ${operation}` : path
  const result = outcome === 'completed' ? '' : ` ${code === '' ? outcome : code}`
  return [
    style.strong(printable(method)),
    printable(target === '' ? '(no route)' : target),
    statusPaint(status, outcome, style)(printable(`${status}${result}`)),
    printable(contract),
    style.dim(`${Math.round(ms)} ms`),
  ]
    .join(' ')
    .concat(idText(request, style))
}

function statusPaint(status: number, outcome: string, style: Style): (text: string) => string {
  if (status >= 500) return style.bad
  return status >= 400 || outcome === 'failed' ? style.warn : style.good
}

function idText(id: string, style: Style): string {
  return id === '' ? '' : ` ${style.dim(printable(id))}`
}
