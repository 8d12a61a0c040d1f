/** Times as people read them; the exact one is in the title. */
import { useNow } from '../poll.ts'

const units: readonly (readonly [name: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
]

/** `3 h 5 min`: the two largest units. */
export function spanText(ms: number): string {
  const parts: string[] = []
  let left = Math.max(0, ms)
  for (const [name, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0 || parts.length > 0) parts.push(`${count} ${name}`)
    if (parts.length === 2) break
  }
  return parts.filter(part => !part.startsWith('0 ')).join(' ') || '0 s'
}

function exact(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** `5 min ago`. */
export function Ago({ at }: { at: string }) {
  const now = useNow(10_000)
  const ms = now - Date.parse(at)
  const [first = '0 s'] = spanText(ms).match(/^\d+ \w+/) ?? []
  return (
    <time dateTime={at} title={exact(at)}>
      {ms < 5000 ? 'just now' : `${first} ago`}
    </time>
  )
}

/** How long is left. Urgent in the last ten minutes. */
export function Countdown({ at }: { at: string }) {
  const now = useNow()
  const left = Date.parse(at) - now
  const tone = left <= 0 ? 'bad' : left < 600_000 ? 'warn' : ''
  return (
    <time class={`badge ${tone}`} dateTime={at} title={`Expires ${exact(at)}`}>
      {left <= 0 ? 'expired' : `${spanText(left)} left`}
    </time>
  )
}

/** The time of day; with the date where it is another day. */
export function Clock({ at }: { at: string }) {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const text = isToday ? new Date(at).toLocaleTimeString(undefined, { timeStyle: 'medium' }) : exact(at)
  return (
    <time dateTime={at} title={exact(at)}>
      {text}
    </time>
  )
}

export function Exact({ at }: { at: string }) {
  return <time dateTime={at}>{exact(at)}</time>
}
