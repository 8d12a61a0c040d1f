/** Keys that do something on the page that is shown. They are silent while the reader types. */
import { useEffect, useRef } from 'preact/hooks'

export interface Shortcut {
  readonly key: string
  readonly does: string
  run(): void
}

const groups = new Set<{ current: readonly Shortcut[] }>()

/** Keys of the page that is shown, for as long as it is. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const ref = useRef(shortcuts)
  ref.current = shortcuts
  useEffect(() => {
    groups.add(ref)
    return () => {
      groups.delete(ref)
    }
  }, [])
}

/** Those that are there now, for the help. */
export function currentShortcuts(): Shortcut[] {
  return [...groups].flatMap(({ current }) => current)
}

export function listenForShortcuts(): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
    const found = currentShortcuts().findLast(({ key }) => key === event.key)
    if (found === undefined) return
    event.preventDefault()
    found.run()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  const element = target instanceof HTMLElement ? target : undefined
  // The focus is in a dialog for a moment after it was closed.
  if (element?.closest('dialog[open]') != null) return true
  if (element?.closest('input, textarea, select, [contenteditable]') != null) return true
  // Enter on a button or a link is theirs.
  return key === 'Enter' && element?.closest('button, a, summary') != null
}
