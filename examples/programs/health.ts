/** A deep look at the data: every check asks the database, and the worst of them decides. */
import type { Catalog } from './catalog.ts'
import { checksumOf } from './records.ts'

export interface Check {
  status: 'ok' | 'warn' | 'fail'
  details: string
  value: number | null
}

export interface HealthReport {
  status: 'ok' | 'degraded' | 'unhealthy'
  version: string
  checks: Record<string, Check>
  timestamp_utc: string
}

type Look = (catalog: Catalog) => Check

const judged = (value: number, fine: boolean, otherwise: 'warn' | 'fail', details: string): Check => ({
  status: fine ? 'ok' : otherwise,
  details,
  value,
})

const looks: Readonly<Record<string, Look>> = {
  db_reachable: catalog => judged(catalog.number('1'), true, 'fail', 'the database answers'),
  programs_loaded(catalog) {
    const count = catalog.number('SELECT count(*) FROM program')
    return judged(count, count === catalog.size.programs && count > 0, 'fail', 'programs in the database')
  },
  search_index(catalog) {
    const count = catalog.number('SELECT count(*) FROM search')
    return judged(count, count === catalog.size.programs, 'fail', 'programs in the full-text index')
  },
  two_character_words(catalog) {
    const found = ['補助', '助成', '支援', '融資'].filter(word => catalog.found(word)).length
    return judged(found, found > 0, 'warn', 'of four common words of two characters are found')
  },
  license_coverage(catalog) {
    const share = catalog.number("SELECT avg(license <> 'unknown') FROM program")
    return judged(share, share >= 0.95, 'warn', 'share of programs whose license is known')
  },
  source_coverage(catalog) {
    const missing = catalog.number("SELECT count(*) FROM program WHERE row ->> 'source_url' NOT LIKE 'https://%'")
    return judged(missing, missing === 0, 'warn', 'programs without a source')
  },
  adoptions_resolve(catalog) {
    const lost = catalog.number(
      'SELECT count(*) FROM adoption WHERE program_id NOT IN (SELECT unified_id FROM program)',
    )
    return judged(lost, lost === 0, 'warn', 'adoptions of programs that are not there')
  },
  houjin_checksums(catalog) {
    const broken = catalog
      .allHoujin()
      .filter(({ attribution, ...record }) => checksumOf(record) !== attribution.checksum)
    return judged(broken.length, broken.length === 0, 'fail', 'companies that do not match their checksum')
  },
}

const cachedMs = 30_000

/** Looks at most every 30 seconds, or at once where that is asked for. */
export class Health {
  readonly #catalog: Catalog
  readonly #version: string
  readonly #now: () => number
  #last: { at: number; report: HealthReport } | undefined

  constructor(catalog: Catalog, version: string, now: () => number) {
    this.#catalog = catalog
    this.#version = version
    this.#now = now
  }

  report(force = false): HealthReport {
    const at = this.#now()
    if (!force && this.#last !== undefined && at >= this.#last.at && at - this.#last.at < cachedMs)
      return this.#last.report
    const checks = Object.fromEntries(Object.entries(looks).map(([name, look]) => [name, this.#look(look)]))
    const found = Object.values(checks).map(({ status }) => status)
    const status = found.includes('fail') ? 'unhealthy' : found.includes('warn') ? 'degraded' : 'ok'
    const report: HealthReport = { status, version: this.#version, checks, timestamp_utc: new Date(at).toISOString() }
    this.#last = { at, report }
    return report
  }

  /** What a check throws may hold anything: that it threw is all that is reported. */
  #look(look: Look): Check {
    try {
      return look(this.#catalog)
    } catch {
      return { status: 'fail', details: 'the check could not be made', value: null }
    }
  }
}
