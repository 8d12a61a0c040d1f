/** What a run needs, for a reader of plain text. */
import type { Need } from '../outcome/need.ts'

/** A need as a sentence. */
export function questionOf(need: Need): string {
  switch (need.kind) {
    case 'input':
    case 'reply':
      return need.question
    case 'approval':
      return `Approval needed: ${need.action}`
    case 'credentials':
      return need.url === undefined ? 'Credentials are needed.' : `Credentials are needed: ${need.url}`
  }
}
