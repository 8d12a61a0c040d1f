/** Notifications of the browser about what is new in the inbox, for readers who ask for them. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../parts/icon.tsx'
import { goTo, linkTo } from '../../route.ts'
import type { Item } from './list.tsx'

const key = 'replywire notify'

export function isNotifying(): boolean {
  return 'Notification' in window && Notification.permission === 'granted' && localStorage.getItem(key) === 'on'
}

export function NotifySwitch() {
  const [isOn, setOn] = useState(isNotifying())
  if (!('Notification' in window)) return null
  const change = async (): Promise<void> => {
    if (isOn) localStorage.removeItem(key)
    else if ((await Notification.requestPermission()) === 'granted') localStorage.setItem(key, 'on')
    setOn(isNotifying())
  }
  return (
    <button type="button" class="quiet" aria-pressed={isOn} onClick={() => void change()}>
      <Icon path="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15l1.5-2ZM10 20.5h4" />
      {isOn ? 'Notifying' : 'Notify me'}
    </button>
  )
}

/** Notifies about items that were not there before. What is there at first is no news. */
export function useNews(items: readonly Item[] | undefined): void {
  const known = useRef<Set<string> | undefined>(undefined)
  useEffect(() => {
    if (items === undefined) return
    const before = known.current
    known.current = new Set(items.map(({ id }) => id))
    if (before === undefined || before.size === 0 || !isNotifying()) return
    for (const { id, title, operation } of items.filter(item => !before.has(item.id)).slice(0, 3)) {
      const news = new Notification(title, { body: operation, tag: id })
      news.onclick = () => {
        window.focus()
        goTo(linkTo(['inbox', id]))
      }
    }
  }, [items])
}
