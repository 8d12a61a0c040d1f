/** Why there is no traffic to show. */
import type { ApiError } from '../../api.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { ErrorNote, Notice } from '../../parts/states.tsx'

/** What went wrong; a journal that is off is no error. */
export function TrafficError({ error, retry }: { error: ApiError; retry(): void }) {
  if (error.code !== 'JOURNAL_OFF') return <ErrorNote error={error} retry={retry} />
  return (
    <Notice title="The request journal is off">
      <p>Switch it on, and start the server again. It keeps no bodies unless you say so.</p>
      <CodeBlock label="How to switch it on">{"serve(agent, { store: 'sqlite:agent.db', journal: true })"}</CodeBlock>
    </Notice>
  )
}
