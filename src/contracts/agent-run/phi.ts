/** Agent HTTP contract, "AgentError": a message holds no protected health information. Only what its spelling betrays. */

/** A US social security number, a medical record number, a date of birth, each as people label or write it. */
const patterns: readonly RegExp[] = [
  /\b\d{3}-\d{2}-\d{4}\b/,
  /\bMRN\s*[:#=]?\s*\d{4,}/i,
  /\b(?:DOB|date of birth)\s*[:=]?\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/i,
]

/** Whether a text spells out an identifier of a patient. A text without one may still hold such information. */
export function spellsPhi(text: string): boolean {
  return patterns.some(pattern => pattern.test(text))
}
