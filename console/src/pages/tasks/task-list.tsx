/** The list of tasks, newest first, with its filters in the address. */
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../api.ts'
import { useShortcuts } from '../../keys.ts'
import { StateBadge } from '../../parts/badge.tsx'
import { DataText } from '../../parts/data-text.tsx'
import { personName } from '../../parts/person.ts'
import { ErrorNote, Loading, Notice } from '../../parts/states.tsx'
import { Ago } from '../../parts/time.tsx'
import { toast } from '../../parts/toasts.tsx'
import { usePoll } from '../../poll.ts'
import { goTo, linkTo } from '../../route.ts'
import { loadTasks, type TaskFilters, type TaskLine, taskStates } from './data.ts'

const everyMs = 4000
const mostShown = 200

export function TaskList({ query }: { query: URLSearchParams }) {
  const filters: TaskFilters = {
    state: query.get('state') ?? '',
    operation: query.get('operation') ?? '',
    dead: query.get('dead') === 'true',
  }
  const key = JSON.stringify(filters)
  const [added, setAdded] = useState<{ key: string; pages: Awaited<ReturnType<typeof loadTasks>>[] }>({
    key,
    pages: [],
  })
  const { data, error, isLoading, refresh } = usePoll(key, signal => loadTasks(filters, undefined, signal), {
    everyMs,
    live: ['tasks'],
  })
  const pages = added.key === key ? added.pages : []
  const seen = new Set<string>()
  const tasks = [...(data?.data ?? []), ...pages.flatMap(page => page.data)]
    .filter(({ operationId }) => !seen.has(operationId) && seen.add(operationId))
    .slice(0, mostShown)
  const next = pages.length === 0 ? data?.next : pages.at(-1)?.next
  const [selected, setSelected] = useState(-1)
  useEffect(() => setSelected(-1), [key])
  const select = (index: number): void => {
    const at = Math.max(0, Math.min(index, tasks.length - 1))
    setSelected(at)
    document.querySelectorAll<HTMLElement>('.task-row')[at]?.focus()
  }
  useShortcuts([
    { key: 'j', does: 'Next task', run: () => select(selected + 1) },
    { key: 'k', does: 'Previous task', run: () => select(selected - 1) },
    { key: 'Enter', does: 'Open the task', run: () => open(tasks[selected]) },
  ])
  const change = (changed: Partial<TaskFilters>): void => {
    const { state, operation, dead } = { ...filters, ...changed }
    goTo(linkTo(['tasks'], { state, operation, dead: dead ? 'true' : undefined }), { replace: true })
  }
  const more = async (): Promise<void> => {
    try {
      const page = await loadTasks(filters, next)
      setAdded(known => ({ key, pages: known.key === key ? [...known.pages, page] : [page] }))
    } catch (problem) {
      toast(problem instanceof ApiError ? problem.message : 'This did not work.', 'bad')
    }
  }
  const isFiltered = filters.state !== '' || filters.operation !== '' || filters.dead
  return (
    <>
      <header class="page-head">
        <h1>Tasks</h1>
        <Filters key={filters.operation} filters={filters} change={change} />
      </header>
      {isLoading ? (
        <Loading what="The list" />
      ) : data === undefined && error !== undefined ? (
        <ErrorNote error={error} retry={refresh} />
      ) : tasks.length === 0 ? (
        <Notice title={isFiltered ? 'No task fits' : 'No tasks yet'}>
          {isFiltered ? (
            <a href={linkTo(['tasks'])}>Show all tasks</a>
          ) : (
            <p class="soft">A call that takes long, or waits for a person, becomes a task and appears here.</p>
          )}
        </Notice>
      ) : (
        <>
          {error !== undefined && <p class="problem">{error.message} What you see may be old.</p>}
          <ul class="task-list card">
            {tasks.map(task => (
              <li key={task.operationId}>
                <TaskRow task={task} />
              </li>
            ))}
          </ul>
          {next !== undefined && tasks.length < mostShown && (
            <button type="button" class="more" onClick={() => void more()}>
              Show more
            </button>
          )}
          {next !== undefined && tasks.length >= mostShown && (
            <p class="soft small more">The newest {mostShown} are shown. Filters lead to older ones.</p>
          )}
        </>
      )}
    </>
  )
}

function open(task: TaskLine | undefined): void {
  if (task !== undefined) goTo(linkTo(['tasks', task.operationId]))
}

function Filters({ filters, change }: { filters: TaskFilters; change(changed: Partial<TaskFilters>): void }) {
  return (
    <form class="filters" onSubmit={event => event.preventDefault()}>
      <label>
        <span class="hidden">State</span>
        <select value={filters.state} onChange={({ currentTarget }) => change({ state: currentTarget.value })}>
          <option value="">All states</option>
          {taskStates.map(state => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">Operation</span>
        <input
          placeholder="Operation"
          value={filters.operation}
          pattern="[A-Za-z][A-Za-z0-9_.\-]*"
          onChange={({ currentTarget }) => {
            if (currentTarget.validity.valid) change({ operation: currentTarget.value.trim() })
          }}
        />
      </label>
      <label class="row">
        <input
          type="checkbox"
          checked={filters.dead}
          onChange={({ currentTarget }) => change({ dead: currentTarget.checked })}
        />
        No retries left
      </label>
    </form>
  )
}

function TaskRow({ task }: { task: TaskLine }) {
  const { operationId, operation, requester, account, state, waitsFor, progress, createdAt, dead } = task
  const isOpen = state === 'working' || state === 'queued'
  return (
    <a class="task-row" href={linkTo(['tasks', operationId])}>
      <span class="task-state">
        <StateBadge state={state} />
        {dead && <span class="badge bad">no retries left</span>}
      </span>
      <span class="task-what">
        <span class="strong">{operation}</span>
        <span class="soft small task-about">
          {waitsFor !== undefined ? `waits for ${waitsFor === 'input' ? 'an answer' : `an ${waitsFor}`} · ` : ''}
          {personName(requester)}
          {account !== undefined && (
            <>
              {' for '}
              <DataText text={account} />
            </>
          )}
        </span>
        {isOpen && progress !== undefined && <Progress progress={progress} />}
      </span>
      <span class="soft small task-when">
        <Ago at={createdAt} />
      </span>
    </a>
  )
}

export function Progress({ progress: { fraction, message } }: { progress: NonNullable<TaskLine['progress']> }) {
  return (
    <span class="progress small soft">
      {fraction !== undefined && <progress max={1} value={fraction} aria-label="Progress" />}
      {message !== undefined && <DataText text={message} />}
    </span>
  )
}
