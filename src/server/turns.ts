/** Turns of the event loop, for work that would otherwise never let go of it. */
import { setImmediate } from 'node:timers/promises'

/** A function to call at each step of a loop: every so many steps it waits until others have had their turn. */
export function takeTurns(every = 16): () => Promise<void> | undefined {
  let steps = 0
  return () => {
    if (++steps % every === 0) return setImmediate()
    return undefined
  }
}
