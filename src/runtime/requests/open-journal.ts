/** The request journal of a server: in its store, or in memory where it has no persistent one. */
import type { Store } from '../../store/store.ts'
import { type JournalSettings, journalLimits } from './journal-settings.ts'
import { MemoryPlace } from './memory-place.ts'
import { type JournalCount, RequestJournal } from './request-journal.ts'
import { StorePlace } from './store-place.ts'

export interface JournalParts {
  /** Undefined: in memory. */
  store: Store | undefined
  now: () => number
  count: JournalCount
}

/** Undefined where the journal is switched off. */
export function openJournal(
  settings: JournalSettings | boolean | undefined,
  { store, now, count }: JournalParts,
): RequestJournal | undefined {
  if (settings === undefined || settings === false) return undefined
  const limits = journalLimits(settings === true ? {} : settings)
  const place = store === undefined ? new MemoryPlace(limits, count) : new StorePlace(store, limits, now, count)
  return new RequestJournal(place, limits, now, count)
}
