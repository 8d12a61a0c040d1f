/** Short messages about what was done. Readers of screens hear them. */
import { useEffect, useState } from 'preact/hooks'

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'good' | 'bad'
}

let latest = 0
let show: ((toast: Toast) => void) | undefined

export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  latest += 1
  show?.({ id: latest, text, tone })
}

const shownMs = 6000

export function Toasts() {
  const [list, setList] = useState<readonly Toast[]>([])
  useEffect(() => {
    show = one => {
      setList(known => [...known.slice(-2), one])
      setTimeout(() => setList(known => known.filter(({ id }) => id !== one.id)), shownMs)
    }
    return () => {
      show = undefined
    }
  }, [])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {list.map(({ id, text, tone }) => (
        <p key={id} class={`toast ${tone}`}>
          {text}
        </p>
      ))}
    </div>
  )
}
