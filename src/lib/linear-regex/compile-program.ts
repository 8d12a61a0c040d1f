/** A pattern as a program of steps: what Thompson's construction gives. */
import type { CodePoints } from './code-points.ts'
import { type Assertion, PatternError, type PatternNode } from './parse-pattern.ts'

export type ProgramStep =
  | { readonly kind: 'points'; readonly points: CodePoints; readonly next: number }
  | { readonly kind: 'assertion'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'match' }

/** Steps of one pattern; the time for a character grows with them. */
const mostSteps = 5000

/** The program; it begins at its last step. */
export function compileProgram(node: PatternNode): readonly ProgramStep[] {
  const steps: ProgramStep[] = []
  const add = (step: ProgramStep): number => {
    if (steps.length >= mostSteps) throw new PatternError(`more than ${mostSteps} steps, because of repetitions,`, 0)
    return steps.push(step) - 1
  }

  /** Adds the steps of a node that continue at `next`; returns the first of them. */
  const compile = (one: PatternNode, next: number): number => {
    switch (one.kind) {
      case 'points':
        return add({ kind: 'points', points: one.points, next })
      case 'assertion':
        return add({ kind: 'assertion', assertion: one.assertion, next })
      case 'sequence':
        return one.nodes.reduceRight((after, item) => compile(item, after), next)
      case 'choice':
        return add({ kind: 'split', next: one.nodes.map(item => compile(item, next)) })
      case 'repeat':
        return repeat(one, next)
    }
  }

  const repeat = ({ node: one, min, max }: PatternNode & { kind: 'repeat' }, next: number): number => {
    let first = next
    if (max === Number.POSITIVE_INFINITY) {
      const loop: ProgramStep & { kind: 'split' } = { kind: 'split', next: [next] }
      first = add(loop)
      loop.next.push(compile(one, first))
    } else {
      for (let count = min; count < max; count++) first = add({ kind: 'split', next: [next, compile(one, first)] })
    }
    for (let count = 0; count < min; count++) first = compile(one, first)
    return first
  }

  const end = add({ kind: 'match' })
  const first = compile(node, end)
  add({ kind: 'split', next: [first] })
  return steps
}
