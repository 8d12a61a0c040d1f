/** What plugins remember over a reload of the configuration: counts, caches. */

export class PluginMemory {
  #kept = new Map<string, unknown>()
  #wanted = new Map<string, unknown>()

  keep<T>(key: string, make: () => T): T {
    const value = this.#wanted.get(key) ?? this.#kept.get(key) ?? make()
    this.#wanted.set(key, value)
    return value as T
  }

  /** A configuration was loaded: what it did not ask for is forgotten. */
  commit(): void {
    this.#kept = this.#wanted
    this.#wanted = new Map()
  }

  /** A configuration was refused: what it asked for first is forgotten. */
  rollBack(): void {
    this.#wanted = new Map()
  }
}
