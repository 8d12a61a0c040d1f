/** Why there is no traffic to show. */
import type { ApiError } from '../../api.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { ErrorNote, Notice } from '../../parts/states.tsx'
import { useWho } from '../../whoami.ts'

const switches = {
  server: "serve(agent, { store: 'sqlite:agent.db', journal: true })",
  gateway: 'journal: true',
}

/** What went wrong; a journal that is off is no error. */
export function TrafficError({ error, retry }: { error: ApiError; retry(): void }) {
  const kind = useWho()?.kind ?? 'server'
  if (error.code !== 'JOURNAL_OFF') return <ErrorNote error={error} retry={retry} />
  return (
    <Notice title="The request journal is off">
      {kind === 'server' ? (
        <p>Switch it on, and start the server again. It keeps no bodies unless you say so.</p>
      ) : (
        <p>Switch it on in gateway.yaml, and start the gateway again. It keeps no bodies.</p>
      )}
      <CodeBlock label="How to switch it on">{switches[kind]}</CodeBlock>
    </Notice>
  )
}
