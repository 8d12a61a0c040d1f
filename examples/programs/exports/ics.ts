/** The application windows as a calendar (RFC 5545): one all-day event each. */
import type { Program } from '../records.ts'

type Windowed = Pick<
  Program,
  | 'unified_id'
  | 'primary_name'
  | 'authority_name'
  | 'summary'
  | 'source_url'
  | 'source_fetched_at'
  | 'application_window'
>

export function writeIcs(programs: readonly Windowed[]): string {
  const events = programs.flatMap(program => eventOf(program, program.application_window))
  const head = ['VERSION:2.0', 'PRODID:-//Replywire//Programs example//JA', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH']
  const lines = ['BEGIN:VCALENDAR', ...head, 'X-WR-CALNAME:申請期間（架空の制度）', ...events, 'END:VCALENDAR']
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

function eventOf(program: Windowed, window: Program['application_window']): string[] {
  if (window === null) return []
  const { unified_id, primary_name, authority_name, summary, source_url, source_fetched_at } = program
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(unified_id)}@programs.example`,
    // When the information was last revised (§3.8.7.2): the same rows always give the same calendar.
    `DTSTAMP:${source_fetched_at.replaceAll(/[-:]/g, '')}`,
    `DTSTART;VALUE=DATE:${dateOf(window.opens, 0)}`,
    // The end of an all-day event is the day after its last.
    `DTEND;VALUE=DATE:${dateOf(window.closes, 1)}`,
    `SUMMARY:${escaped(primary_name)}`,
    `DESCRIPTION:${escaped(`${summary}\n${authority_name}`)}`,
    `URL:${source_url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function dateOf(day: string, later: number): string {
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + later * 86_400_000)
  return date.toISOString().slice(0, 10).replaceAll('-', '')
}

/** §3.3.11. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, mark => `\\${mark}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '')
}

/** §3.1: lines of at most 75 octets; the next begins with a space. No character is cut apart. */
function folded(line: string): string {
  const pieces: string[] = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      pieces.push('')
      octets = 1
    }
    pieces[pieces.length - 1] += character
    octets += size
  }
  return pieces.join('\r\n ')
}
