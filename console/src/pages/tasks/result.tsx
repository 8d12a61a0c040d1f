/** The answer of a task, in any contract that the server offers. */
import { useState } from 'preact/hooks'
import { addressOf } from '../../api.ts'
import { curlOf } from '../../curl.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { JsonText } from '../../parts/json.tsx'
import { ErrorNote } from '../../parts/states.tsx'
import { usePoll } from '../../poll.ts'
import { readCredentials } from '../../session.ts'
import { useWho } from '../../whoami.ts'
import { loadResult, resultPath } from './data.ts'

interface ResultProps {
  readonly id: string
  readonly updatedAt: string
  /** Other answers are shown when the reader picks a contract: they are refusals, or hold what is for the caller. */
  readonly isCompleted: boolean
}

export function Result({ id, updatedAt, isCompleted }: ResultProps) {
  const contracts = useWho()?.contracts ?? []
  const [chosen, setChosen] = useState<string>()
  const envelope = chosen ?? (isCompleted ? contracts[0] : undefined)
  return (
    <>
      <fieldset class="contracts">
        <legend class="hidden">Contract</legend>
        {contracts.map(contract => (
          <label key={contract}>
            <input type="radio" name="contract" checked={contract === envelope} onChange={() => setChosen(contract)} />
            <span>{contract}</span>
          </label>
        ))}
      </fieldset>
      {envelope === undefined ? (
        <p class="soft small">Choose a contract to see what the caller is answered.</p>
      ) : (
        <ResultIn key={envelope} id={id} envelope={envelope} updatedAt={updatedAt} />
      )}
    </>
  )
}

function ResultIn({ id, envelope, updatedAt }: { id: string; envelope: string; updatedAt: string }) {
  const { data, error, refresh } = usePoll(
    `${id} ${envelope} ${updatedAt}`,
    signal => loadResult(id, envelope, signal),
    { everyMs: 0 },
  )
  return (
    <>
      {error !== undefined ? (
        <ErrorNote error={error} retry={refresh} />
      ) : (
        <>
          {data !== undefined && (
            <p class="row soft small">
              {data.status} · <span class="mono">{data.type}</span>
              <CopyButton label="Copy as curl" text={() => commandOf(id, envelope)} />
            </p>
          )}
          <JsonText text={data?.text ?? '…'} label={`Result in ${envelope}`} />
        </>
      )}
    </>
  )
}

/** The request that reads this result, without the reader's secret. */
function commandOf(id: string, envelope: string): string {
  const credentials = readCredentials()
  return curlOf(
    {
      method: 'GET',
      url: addressOf(resultPath(id), { envelope }).href,
      headers: credentials === undefined ? {} : { [credentials.header]: credentials.value },
      body: undefined,
    },
    credentials?.header,
  )
}
