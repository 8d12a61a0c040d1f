/** What a rule requires, why, and a good and a bad message. Loaded when a reader asks. */

export interface RuleExplanation {
  readonly id: string
  readonly level: string
  readonly title: string
  readonly clause: string
  readonly why: string
  readonly fix: string
  readonly documents: readonly { readonly title: string; readonly url?: string | undefined }[]
  readonly good?: string
  readonly bad?: string
}

/** Undefined when no contract has the rule. */
export async function loadExplanation(id: string): Promise<RuleExplanation | undefined> {
  const [{ indexRules }, { examplesOf }, { citedSections }] = await Promise.all([
    import('../../../../src/inspect/rule-index.ts'),
    import('../../../../src/inspect/explain-rule.ts'),
    import('../../../../src/codec/specification.ts'),
  ])
  const rule = indexRules().find(candidate => candidate.id === id)
  if (rule === undefined) return undefined
  const examples = await examplesOf(rule)
  const { level, title, clause, why, fix, edition } = rule
  return {
    id,
    level,
    title,
    clause,
    why,
    fix,
    documents: citedSections(edition, clause),
    ...(examples === undefined ? undefined : { good: examples.good, bad: examples.bad }),
  }
}
