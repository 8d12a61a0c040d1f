/** A rule that something broke, with its explanation on request. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Explanation } from '../playground/explanation.tsx'

interface RuleLineProps {
  readonly rule: string
  readonly level: string
  /** What is known of it here. */
  readonly children: ComponentChildren
}

export function RuleLine({ rule, level, children }: RuleLineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div class="row">
        <span class={`badge ${level === 'must' ? 'bad' : level === 'should' ? 'warn' : 'info'}`}>{level}</span>
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {rule}
        </button>
        {children}
      </div>
      {isOpen && <Explanation rule={rule} />}
    </li>
  )
}
