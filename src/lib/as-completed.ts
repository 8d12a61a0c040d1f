/** Results as they come, so many at a time; the next are not begun before they are asked for. `begin` never rejects. */
export async function* asCompleted<T>(begin: readonly (() => Promise<T>)[], atOnce: number): AsyncGenerator<T> {
  const open = new Map<number, Promise<{ at: number; value: T }>>()
  let next = 0
  while (next < begin.length || open.size > 0) {
    while (next < begin.length && open.size < atOnce) {
      const at = next++
      open.set(
        at,
        (begin[at] as () => Promise<T>)().then(value => ({ at, value })),
      )
    }
    const { at, value } = await Promise.race(open.values())
    open.delete(at)
    yield value
  }
}
