/** Reviewing a text against a few policies: each verdict with the words that it rests on. */

export type Verdict = 'met' | 'broken' | 'unclear'

export interface Finding {
  policy: string
  verdict: Verdict
  reason: string
  evidence: { start: number; end: number }[]
}

interface Policy {
  id: string
  /** What must not be there, or what must. */
  forbids?: RegExp
  demands?: RegExp
  reason: string
}

const policies: readonly Policy[] = [
  {
    id: 'no-email',
    forbids: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
    reason: 'An e-mail address identifies a person.',
  },
  {
    id: 'no-record-number',
    forbids: /\b(?:MRN|patient\s+no\.?)\s*:?\s*\d{4,}/gi,
    reason: 'A record number identifies a patient.',
  },
  {
    id: 'no-birth-date',
    forbids: /\b(?:born|date of birth|dob)\b[^.]{0,20}\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/gi,
    reason: 'A date of birth identifies a person.',
  },
  {
    id: 'consent',
    demands: /\b(?:informed )?consent (?:was|were|is|has been) (?:obtained|given|waived)\b/gi,
    reason: 'The text must say how consent was dealt with.',
  },
  {
    id: 'retention',
    demands: /\b(?:kept|retained|stored|deleted)\b[^.]{0,40}\b\d+\s+(?:days|months|years)\b/gi,
    reason: 'The text must say how long data is kept.',
  },
]

/** Checks a text. Where the mode is strict, a demand without words to rest on is unclear, never met. */
export function review(text: string, strict: boolean): Finding[] {
  return policies.map(({ id, forbids, demands, reason }) => {
    const found = [...text.matchAll((forbids ?? demands) as RegExp)].map(match => ({
      start: match.index,
      end: match.index + match[0].length,
    }))
    if (forbids !== undefined)
      return { policy: id, verdict: found.length > 0 ? 'broken' : 'met', reason, evidence: found }
    const missing: Verdict = strict ? 'unclear' : 'broken'
    return { policy: id, verdict: found.length > 0 ? 'met' : missing, reason, evidence: found }
  })
}
