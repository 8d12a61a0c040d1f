/** The findings of an earlier report. */
import { fingerprintOf } from '../../check/report.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { nameOf, readFile } from '../input.ts'
import { usageError } from '../usage.ts'

/** Reads a report that `--json` printed. */
export function readBaseline(path: string): ReadonlySet<string> {
  const reading = Body.ofBytes(readFile(path).bytes).json()
  const value = reading.ok && isObject(reading.value) ? reading.value : {}
  const reports = listOf(value.reports ?? [value]).filter(isObject)
  if (!reports.every(({ checks }) => Array.isArray(checks))) {
    throw usageError(`${nameOf(path)}: it is no report of a check; write one with replywire check … --json > FILE.`)
  }
  return new Set(
    reports.flatMap(({ checks }) =>
      listOf(checks)
        .filter(isObject)
        .flatMap(({ id, findings }) =>
          listOf(findings)
            .filter(isObject)
            .map(({ rule, pointer }) =>
              fingerprintOf({ id: String(id) }, { rule: String(rule), pointer: String(pointer) }),
            ),
        ),
    ),
  )
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
