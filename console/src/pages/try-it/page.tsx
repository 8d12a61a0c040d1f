/** Try it: every operation of the agent as a form, over every carrier. */
import { useMemo, useState } from 'preact/hooks'
import type { OfferedOperation } from '../../../../src/client/index.ts'
import { ApiError, addressOf } from '../../api.ts'
import type { PageProps } from '../../pages.ts'
import { ErrorNote, Loading, Notice } from '../../parts/states.tsx'
import { usePoll } from '../../poll.ts'
import { linkTo } from '../../route.ts'
import { listOperations } from './call-agent.ts'
import { OperationForm } from './operation-form.tsx'
import '../../parts/message.css'
import './page.css'

export function Page({ place }: PageProps) {
  const { data, error, isLoading, refresh } = usePoll('operations', loadOperations, { everyMs: 0 })
  const chosen = data?.find(({ name }) => name === place.path[1])
  return (
    <>
      <header class="page-head">
        <h1>Try it</h1>
        <a href={addressOf('openapi.json').href}>openapi.json</a>
      </header>
      {isLoading && <Loading what="What the agent offers" />}
      {error !== undefined && data === undefined && <ErrorNote error={error} retry={refresh} />}
      {data?.length === 0 && <Notice title="The agent offers nothing over HTTP" />}
      {data !== undefined && data.length > 0 && (
        <div class="try-it">
          <OperationList operations={data} chosen={place.path[1]} />
          {chosen === undefined ? (
            <Notice title={place.path[1] === undefined ? 'Choose an operation' : 'There is no such operation'} />
          ) : (
            <OperationForm key={chosen.name} operation={chosen} />
          )}
        </div>
      )}
    </>
  )
}

async function loadOperations(): Promise<readonly OfferedOperation[]> {
  try {
    return await listOperations()
  } catch {
    throw new ApiError(0, 'NO_DOCUMENT', 'The server does not tell its operations: /openapi.json cannot be read.')
  }
}

/** Longer lists are narrowed by typing. */
const mostListed = 200

function OperationList({
  operations,
  chosen,
}: {
  operations: readonly OfferedOperation[]
  chosen: string | undefined
}) {
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase()
    return operations.filter(({ name, title = '', route = '' }) =>
      `${name} ${title} ${route}`.toLowerCase().includes(wanted),
    )
  }, [operations, filter])
  const builtIn = shown.filter(({ isBuiltIn = false }) => isBuiltIn)
  return (
    <nav class="operations" aria-label="Operations">
      {operations.length > 8 && (
        <input
          type="search"
          aria-label="Find an operation"
          placeholder="Find an operation"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      )}
      <OperationLinks list={shown.filter(one => one.isBuiltIn !== true)} chosen={chosen} />
      {builtIn.length > 0 && (
        <details open={filter.trim() !== '' || builtIn.some(({ name }) => name === chosen)}>
          <summary>Built in</summary>
          <OperationLinks list={builtIn} chosen={chosen} />
        </details>
      )}
      {shown.length === 0 && <p class="soft">No operation has this in its name.</p>}
    </nav>
  )
}

function OperationLinks({ list, chosen }: { list: readonly OfferedOperation[]; chosen: string | undefined }) {
  return (
    <ul>
      {list.slice(0, mostListed).map(({ name, title = name, route = name }) => (
        <li key={name}>
          <a href={linkTo(['try-it', name])} aria-current={name === chosen ? 'true' : undefined}>
            <span class="strong">{title}</span>
            <code>{route}</code>
          </a>
        </li>
      ))}
    </ul>
  )
}
