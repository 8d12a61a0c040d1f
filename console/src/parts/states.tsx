/** What a page shows when it has nothing else to show: it loads, it is empty, or something went wrong. */
import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api.ts'

export function Loading({ what }: { what: string }) {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      <p class="soft">{what} is loading …</p>
    </div>
  )
}

export function Notice({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** What went wrong, and a way to try again. */
export function ErrorNote({ error, retry }: { error: ApiError; retry?: () => void }) {
  return (
    <div class="state error" role="alert">
      <h2>{error.status === 0 ? 'No answer' : 'This did not work'}</h2>
      <p>{error.message}</p>
      {error.issues.length > 0 && (
        <ul>
          {error.issues.map(({ pointer, message }, index) => (
            <li key={index}>
              {pointer !== '' && <code>{pointer}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {error.code !== '' && <p class="soft small">{error.code}</p>}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
