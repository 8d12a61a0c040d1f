/** One operation: its form, how it is called, and what came of it. */
import { useState } from 'preact/hooks'
import type { Need, OfferedOperation } from '../../../../src/client/index.ts'
import { contractRows } from '../../../../src/contracts/rows.ts'
import { ApiError, call } from '../../api.ts'
import { curlOf } from '../../curl.ts'
import { withPathMembers } from '../../form/schema-field.ts'
import { SchemaForm } from '../../form/schema-form.tsx'
import { useSchemaForm } from '../../form/use-schema-form.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataText } from '../../parts/data-text.tsx'
import { toast } from '../../parts/toasts.tsx'
import { readCredentials } from '../../session.ts'
import { useRole } from '../../whoami.ts'
import { type AgentAddress, carriers, type TryCarrier } from './call-agent.ts'
import { MomentsView } from './moments-view.tsx'
import { NeedForm } from './need-form.tsx'
import { ReplyView } from './reply-view.tsx'
import { type CallControls, type CallMode, useCall } from './use-call.ts'

const emptySchema = { type: 'object' }

/** The contracts that answers over HTTP can be asked in. */
const overHttp = contractRows.filter(({ versions, current }) => versions[current]?.includes('http') === true)

const modes: readonly (readonly [CallMode, string])[] = [
  ['answer', 'The answer'],
  ['stream', 'A stream of events'],
  ['task', 'A task'],
]

function modeOf(text: string): CallMode {
  return modes.find(([name]) => name === text)?.[0] ?? 'answer'
}

export function OperationForm({ operation }: { operation: OfferedOperation }) {
  const [schema] = useState(() => withPathMembers(operation.input ?? emptySchema, operation.route))
  const form = useSchemaForm(schema)
  const [isChecked, setChecked] = useState(true)
  const [address, setAddress] = useState<AgentAddress>({ carrier: 'http', contract: '', withCredentials: true })
  const [mode, setMode] = useState<CallMode>('answer')
  const controls = useCall()
  const { state } = controls
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const { value, issues } = isChecked ? await form.check() : form.read()
    if (issues.length > 0) {
      form.setIssues(issues)
      // After the page has marked them.
      setTimeout(() => document.querySelector<HTMLElement>('.try-form [aria-invalid]')?.focus())
      return
    }
    form.setIssues([])
    controls.start(address, operation.name, value ?? {}, mode)
  }
  const fault = state.reply?.outcome.kind === 'failed' ? state.reply.outcome.fault : undefined
  const found = (fault?.issues ?? []).map(({ pointer, message }) => ({ pointer, message }))
  return (
    <div class="stack">
      <form
        class="card section try-form"
        onSubmit={event => void submit(event)}
        noValidate
        aria-label={`Call ${operation.name}`}
      >
        <div>
          <h2>
            <DataText text={operation.title ?? operation.name} />
          </h2>
          <p class="soft">
            <code>{operation.route ?? operation.name}</code>
          </p>
          {operation.description !== undefined && <p>{operation.description}</p>}
        </div>
        <SchemaForm state={{ ...form, issues: [...form.issues, ...found] }} name="Input" />
        <fieldset class="try-how">
          <legend class="hidden">How it is called</legend>
          <div class="choice">
            {(Object.keys(carriers) as TryCarrier[]).map(carrier => (
              <label key={carrier}>
                <input
                  type="radio"
                  name="carrier"
                  checked={address.carrier === carrier}
                  onChange={() => setAddress({ ...address, carrier })}
                />
                {carriers[carrier]}
              </label>
            ))}
          </div>
          {address.carrier === 'http' && (
            <label class="field inline">
              Contract
              <select
                value={address.contract}
                onChange={({ currentTarget }) => setAddress({ ...address, contract: currentTarget.value })}
              >
                <option value="">As the server answers</option>
                {overHttp.map(({ id, title, current }) => (
                  <option key={id} value={`${id}@${current}`}>
                    {title} {current}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label class="field inline">
            Ask for
            <select value={mode} onChange={({ currentTarget }) => setMode(modeOf(currentTarget.value))}>
              {modes.map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          {readCredentials() !== undefined && (
            <label class="check">
              <input
                type="checkbox"
                checked={address.withCredentials}
                onChange={() => setAddress({ ...address, withCredentials: !address.withCredentials })}
              />{' '}
              With my credentials
            </label>
          )}
          <label class="check">
            <input type="checkbox" checked={isChecked} onChange={() => setChecked(!isChecked)} /> Check the input first
          </label>
        </fieldset>
        <div class="row">
          <button type="submit" class="main" disabled={state.isRunning}>
            Call
          </button>
          {state.isRunning && (
            <button type="button" onClick={() => controls.stop()}>
              Stop
            </button>
          )}
          {state.request !== undefined && (
            <CopyButton
              label="Copy as curl"
              text={() => state.request && curlOf(state.request, readCredentials()?.header)}
            />
          )}
        </div>
      </form>
      <CallResult controls={controls} operation={operation} />
    </div>
  )
}

function CallResult({ controls, operation }: { controls: CallControls; operation: OfferedOperation }) {
  const { state, proceed } = controls
  const { reply, question, problem, isRunning } = state
  const isApprover = useRole('approver')
  const outcome = reply?.outcome
  const approve = async (need: Need & { kind: 'approval' }): Promise<void> => {
    try {
      await approveOpen(operation.name, need, outcome?.task?.id)
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'The approval was not given.', 'bad')
      return
    }
    proceed((client, paused, signal) => client.redeem(paused, [], { signal }))
  }
  return (
    <div class="stack" aria-live="polite">
      <MomentsView moments={state.moments} dropped={state.dropped} isRunning={isRunning} />
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {question !== undefined && (
        <NeedForm
          needs={question.needs}
          message={question.message}
          isRunning={false}
          answer={question.answer}
          decline={() => question.answer(undefined)}
        />
      )}
      {reply !== undefined && !isRunning && outcome?.kind === 'paused' && (
        <NeedForm
          key={reply.exchange.requestId}
          needs={outcome.needs}
          message={outcome.message}
          isRunning={isRunning}
          answer={answers => proceed((client, paused, signal) => client.answer(paused, answers, { signal }))}
          redeem={() => proceed((client, paused, signal) => client.redeem(paused, [], { signal }))}
          {...(isApprover ? { approve: need => void approve(need) } : undefined)}
        />
      )}
      {reply !== undefined && !isRunning && outcome?.kind === 'pending' && (
        <section class="row" aria-label="The task goes on">
          <button
            type="button"
            class="main"
            onClick={() => proceed((client, task, signal) => client.wait(task, { signal }))}
          >
            Wait for the result
          </button>
          <button type="button" onClick={() => proceed((client, task, signal) => client.cancel(task, { signal }))}>
            Cancel the task
          </button>
        </section>
      )}
      {reply !== undefined && !isRunning && <ReplyView reply={reply} />}
    </div>
  )
}

interface OpenApproval {
  readonly id: string
  readonly operation: string
  readonly key: string
  readonly action: string
  /** Of a task. */
  readonly operationId: string | null
}

/** Approves the newest open approval of this action. Some contracts have no place for its key, others shorten the action. */
async function approveOpen(
  operation: string,
  need: Need & { kind: 'approval' },
  task: string | undefined,
): Promise<void> {
  const { data } = await call<readonly OpenApproval[]>('approvals', {
    query: { state: 'open', limit: 100, inputs: false },
  })
  const found = data.find(
    one =>
      one.operation === operation &&
      (task === undefined || one.operationId === task) &&
      (one.key === need.key || one.action === need.action),
  )
  if (found === undefined) {
    throw new ApiError(404, 'NO_APPROVAL', 'There is no open approval of this call that you can see.')
  }
  await call(`approvals/${encodeURIComponent(found.id)}:decide`, { method: 'POST', body: { decision: 'approve' } })
}
