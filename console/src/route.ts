/** Where the reader is: the part of the address after `#`, such as `#/tasks/tsk_1?state=failed`. */
import { useEffect, useState } from 'preact/hooks'

export interface Place {
  /** The segments of the path, decoded: `['tasks', 'tsk_1']`. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A link to a place. Members of the query that are empty are left out. */
export function linkTo(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const filled = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '')
  const text = new URLSearchParams(filled).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

/** Goes to a place; `replace` leaves no step in the history. */
export function goTo(link: string, { replace = false }: { replace?: boolean } = {}): void {
  if (!replace) {
    location.hash = link
    return
  }
  history.replaceState(null, '', link)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = (): void => setHash(location.hash)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return placeOf(hash)
}
