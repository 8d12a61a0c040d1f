/** Whose message it is, how that was found, and whether it keeps the contract. */
import type { Finding, Level } from '../../../../src/codec/rule.ts'
import type { RecognisedMessage, UnrecognisedMessage } from './playground-work.ts'
import type { PlaygroundState } from './use-examination.ts'

export function Verdict({ state }: { state: PlaygroundState }) {
  switch (state.kind) {
    case 'examined':
      return <Recognised {...state.examination} />
    case 'unrecognised':
      return <NotRecognised {...state.examination} />
    case 'unreadable':
      return (
        <p class="problem" role="alert">
          {state.problem}
        </p>
      )
    default:
      return null
  }
}

function Recognised(examination: RecognisedMessage) {
  const { title, version, carrier, message, sure, reason, others, findings, isChosen } = examination
  const broken = countOf(findings, 'must')
  return (
    <section class="card section" aria-label="Result">
      <div class="row">
        <h2>
          {title} {version}
        </h2>
        <span class={`badge ${broken === 0 ? 'good' : 'bad'}`}>{broken === 0 ? 'valid' : 'not valid'}</span>
        {!isChosen && <span class="badge info">{sure}</span>}
        <span class="badge">{carrierNames[carrier]}</span>
        {message !== 'response' && <span class="badge">{message}</span>}
      </div>
      <p>
        {isChosen ? 'Read as the contract that you chose.' : `Recognised: ${reason}.`}
        {others.length > 0 && <span class="soft"> As sure: {others.join(', ')}.</span>}
      </p>
      <p class="soft">{summary(findings)}</p>
    </section>
  )
}

export const carrierNames = { http: 'over HTTP', mcp: 'over MCP', a2a: 'over A2A', file: 'as a file' } as const

function countOf(findings: readonly Finding[], level: Level): number {
  return findings.filter(finding => finding.level === level).length
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing is wrong with it.'
  const parts = [
    [countOf(findings, 'must'), 'must be fixed'],
    [countOf(findings, 'should'), 'should be fixed'],
    [countOf(findings, 'lenient'), 'read as meant'],
  ] as const
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ')
}

function NotRecognised({ nearest, problem }: UnrecognisedMessage) {
  return (
    <section class="card section" aria-label="Result">
      <h2>No contract recognises it</h2>
      {problem !== undefined && <p>{problem}</p>}
      {nearest !== undefined && <p>{nearest}</p>}
      <p class="soft">If you know its contract, choose it above: then the page shows what is missing.</p>
    </section>
  )
}
