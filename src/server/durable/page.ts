/** A page of a list: so many rows, and no more bytes than a server should hold for one answer. */

/** A page ends before the row that would make it longer than this. */
const mostBytes = 1024 * 1024
const longestMeasured = 64 * 1024

export interface RowPage<R, V> {
  views: V[]
  /** The last row of the page; undefined when there was none. */
  last: R | undefined
  /** The page is full: rows are left. */
  isCut: boolean
}

/** A row as a page shows it, and how many bytes were read for it. */
export interface PageEntry<V> {
  view: V
  read: number
}

/**
 * Views of rows, made one after the other until the page is full: by the bytes it shows, or by those that were read for
 * it. A single row that is longer than a page comes alone.
 */
export async function fillPage<R, V>(
  rows: readonly R[],
  entryOf: (row: R) => PageEntry<V> | undefined | Promise<PageEntry<V> | undefined>,
): Promise<RowPage<R, V>> {
  const views: V[] = []
  let last: R | undefined
  let bytes = 0
  for (const [index, row] of rows.entries()) {
    const entry = await entryOf(row)
    if (entry !== undefined) {
      // To measure a long view would copy it; what was read for it is measure enough.
      bytes += entry.read > longestMeasured ? entry.read : Math.max(entry.read, lengthOf(entry.view))
      if (views.length > 0 && bytes > mostBytes) return { views, last, isCut: true }
      views.push(entry.view)
    }
    last = row
    // The next one would not fit: it is not even read.
    if (bytes >= mostBytes) return { views, last, isCut: index < rows.length - 1 }
  }
  return { views, last, isCut: false }
}

function lengthOf(view: unknown): number {
  return Buffer.byteLength(JSON.stringify(view))
}
