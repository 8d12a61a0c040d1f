/** Leasing with a ceiling a group: so many of one tenant, of one endpoint, at once. */
import { number, type Row, text, type Work } from '../statement.ts'

/** As many as there are. */
export const unlimited = 2 ** 31 - 1

export interface Fairness<T> {
  limit: number
  /** The ceiling of a group. */
  each: number
  /** How many of each group run. */
  running: Map<string, number>
  /** The next candidates, each with `id` and `place`, its group; full groups are left out. */
  next(limit: number): Work<Row[]>
  take(id: string): Work<T | undefined>
}

/** How many rows of each group there are. */
export function countsOf(rows: readonly Row[]): Map<string, number> {
  return new Map(rows.map(row => [text(row, 'place'), number(row, 'n')]))
}

/** Takes candidates in their order, passing over those whose group is full. */
export function* takeFairly<T>({ limit, each, running, next, take }: Fairness<T>): Work<T[]> {
  const taken: T[] = []
  while (taken.length < limit) {
    const before = taken.length
    for (const candidate of yield* next(limit - taken.length)) {
      const place = text(candidate, 'place')
      const busy = running.get(place) ?? 0
      if (busy >= each) continue
      const row = yield* take(text(candidate, 'id'))
      if (row === undefined) continue
      running.set(place, busy + 1)
      taken.push(row)
    }
    if (taken.length === before) break
  }
  return taken
}
