/** Watching the files of an agent. Folders are watched, not files: editors and `sed -i` save by renaming over them. */
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const sources = /\.(?:[cm]?[jt]s|json)$/
const skipped = /^(?:node_modules$|\.)/
const maxFolders = 4096

/** Calls back with the path whenever a source in a folder, or below it, was written, replaced or removed. */
export function watchSources(folder: string, saved: (path: string) => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>()
  const forget = (path: string): void => {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
  /** Watches a folder and those in it; false when it is none. */
  const add = (path: string): boolean => {
    try {
      const entries = readdirSync(path, { withFileTypes: true })
      // A folder of a known name may be another one by now.
      forget(path)
      if (watchers.size >= maxFolders) return true
      const watcher = watch(path, (_, name) => {
        if (name === null || skipped.test(name)) return
        if (sources.test(name) || add(join(path, name))) saved(join(path, name))
      })
      watcher.on('error', () => forget(path))
      watchers.set(path, watcher)
      for (const entry of entries) if (entry.isDirectory() && !skipped.test(entry.name)) add(join(path, entry.name))
      return true
    } catch {
      forget(path)
      return false
    }
  }
  add(folder)
  return {
    close() {
      for (const path of [...watchers.keys()]) forget(path)
    },
  }
}
