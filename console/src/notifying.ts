/** Whether the reader wants notifications of the browser: kept in this browser, and asked of it. */
import { useEffect, useState } from 'preact/hooks'

const key = 'replywire notify'
const changed = 'replywire-notify'

export function isNotifying(): boolean {
  return 'Notification' in window && Notification.permission === 'granted' && localStorage.getItem(key) === 'on'
}

/** Nobody looks, and nobody wants to be notified: nothing needs to be asked. */
export function isResting(): boolean {
  return document.hidden && !isNotifying()
}

/** Returns whether they are on; `blocked` when the browser or its user does not allow them. */
export async function setNotifying(on: boolean): Promise<boolean | 'blocked'> {
  const permission = on ? await Notification.requestPermission() : undefined
  if (permission === 'granted') localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
  dispatchEvent(new Event(changed))
  return on && permission !== 'granted' ? 'blocked' : on
}

export function useNotifying(): boolean {
  const [isOn, setOn] = useState(isNotifying())
  useEffect(() => {
    const follow = (): void => setOn(isNotifying())
    addEventListener(changed, follow)
    return () => removeEventListener(changed, follow)
  }, [])
  return isOn
}
