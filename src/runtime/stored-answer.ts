/** Answers and moments as they are stored. Rows of earlier versions are read too. */
import type { JsonObject } from '../lib/json-value.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { readPartTag, readTags } from '../outcome/tags.ts'
import { fromBytes } from './bytes.ts'
import { withoutMark } from './log-room.ts'
import type { StoredAnswer } from './tasks.ts'

export function storedAnswer(bytes: Uint8Array): StoredAnswer {
  const answer = fromBytes<StoredAnswer>(bytes)
  return { ...answer, outcome: readTags(answer.outcome as unknown as JsonObject) as unknown as Outcome }
}

export function storedMoment(bytes: Uint8Array): Interim {
  const moment = fromBytes<Interim & JsonObject>(bytes)
  return moment.kind === 'delta'
    ? ({ ...moment, part: readPartTag(moment.part as never) } as never)
    : withoutMark(moment)
}
