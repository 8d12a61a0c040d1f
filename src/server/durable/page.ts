/** A page of a list: so many rows, and no more bytes than a server should hold for one answer. */

/** A page ends before the row that would make it longer than this. */
export const mostBytes = 1024 * 1024

export interface Page<R, V> {
  views: V[]
  /** The last row of the page; undefined when there was none. */
  last: R | undefined
  /** The page is full: rows are left. */
  isCut: boolean
}

/** Views of rows, made one after the other until the page is full. A single view longer than a page comes alone. */
export async function fillPage<R, V>(
  rows: readonly R[],
  view: (row: R) => V | undefined | Promise<V | undefined>,
): Promise<Page<R, V>> {
  const views: V[] = []
  let last: R | undefined
  let bytes = 0
  for (const row of rows) {
    const made = await view(row)
    if (made !== undefined) {
      bytes += Buffer.byteLength(JSON.stringify(made))
      if (views.length > 0 && bytes > mostBytes) return { views, last, isCut: true }
      views.push(made)
    }
    last = row
  }
  return { views, last, isCut: false }
}
