/** Notifications of the browser about what is new in the inbox, for readers who ask for them. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { printable } from '../../../../src/lib/printable.ts'
import { setNotifying, useNotifying } from '../../notifying.ts'
import { beginningOf } from '../../parts/data-text.tsx'
import { Icon } from '../../parts/icon.tsx'
import { goTo, linkTo } from '../../route.ts'
import type { Item } from './list.tsx'
import { useItems } from './use-items.ts'

export function NotifySwitch() {
  const isOn = useNotifying()
  const [isBlocked, setBlocked] = useState(false)
  if (!('Notification' in window)) return null
  const change = async (): Promise<void> => setBlocked((await setNotifying(!isOn)) === 'blocked')
  return (
    <>
      <button type="button" class="quiet" aria-pressed={isOn} onClick={() => void change()}>
        <Icon path="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15l1.5-2ZM10 20.5h4" />
        {isOn ? 'Notifying' : 'Notify me'}
      </button>
      {isBlocked && (
        <p class="hint blocked" role="alert">
          Your browser blocks notifications of this page. Allow them in its settings for this site, then try again.
        </p>
      )}
    </>
  )
}

/** Notifies on every page of the console, also while its tab is in the background. */
export function InboxNews() {
  const { items, isLoading } = useItems('waiting')
  useNews(isLoading ? undefined : items)
  return null
}

/** Many at once are one page of notifications, and not a screen full. */
const mostAtOnce = 3
const longestTitle = 200

/** Notifies about items that were not there before. What is there at first is no news. */
function useNews(items: readonly Item[] | undefined): void {
  const known = useRef<Set<string> | undefined>(undefined)
  useEffect(() => {
    if (items === undefined) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...items.map(({ id }) => id)])
    if (before === undefined) return
    for (const { id, title, operation } of items.filter(item => !before.has(item.id)).slice(0, mostAtOnce)) {
      const news = new Notification(printable(beginningOf(title, longestTitle)), { body: operation, tag: id })
      news.onclick = () => {
        window.focus()
        goTo(linkTo(['inbox', id]))
        news.close()
      }
    }
  }, [items])
}
