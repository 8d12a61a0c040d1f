/** Who wants to be woken. */

export class Listeners {
  readonly #listeners = new Set<(topic: string) => void>()

  add(listener: (topic: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(topic: string): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(topic)
      } catch (error) {
        // The listener's own fault: it must not be taken for one of the store.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}

/** Whether a wake is about a topic: `*` is about all. */
export function concerns(wake: string, topic: string): boolean {
  return wake === '*' || wake === topic
}
