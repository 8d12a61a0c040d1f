/** One finding: what is expected, where that is written, how to fix it, and on request the rule with its examples. */
import { useState } from 'preact/hooks'
import type { Finding } from '../../../../src/codec/rule.ts'
import { Explanation } from './explanation.tsx'

export function FindingNote({ finding, withPlace = false }: { finding: Finding; withPlace?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { rule, level, pointer, message, clause, fix } = finding
  return (
    <div class={`finding ${level}`}>
      <p>
        <span class={`badge ${tones[level]}`}>{level}</span> {message}{' '}
        {withPlace && <code>{pointer === '' ? 'the whole message' : pointer}</code>}
      </p>
      <p class="soft">
        {fix} <span class="small">({clause})</span>
      </p>
      <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {rule}
      </button>
      {isOpen && <Explanation rule={rule} />}
    </div>
  )
}

const tones = { must: 'bad', should: 'warn', lenient: 'info' } as const
