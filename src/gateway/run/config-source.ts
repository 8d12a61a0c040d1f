/**
 * Where the configuration of a running gateway comes from: it is read again on a signal and when a file changes. Files
 * are looked at twice a second rather than watched: that also works for mounted volumes and for links that are swapped.
 */
import { stat } from 'node:fs/promises'
import { type ConfigProblem, problemText } from '../config/problem.ts'
import { type ReadConfig, type ReadOptions, readConfig } from '../config/read-config.ts'
import type { GatewayConfig } from '../config.ts'

/** What came of reading the configuration again. */
export type ReloadResult =
  | { readonly kind: 'loaded'; readonly config: GatewayConfig; readonly warnings: readonly ConfigProblem[] }
  /** The configuration from before stays in use. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

/** What is done with a configuration that was read again. */
export interface ConfigUse {
  /** Uses a configuration; rejects if it cannot. */
  apply(config: GatewayConfig): Promise<void>
  onResult(result: ReloadResult): void
}

const lookMs = 500

export class ConfigSource {
  readonly #path: string
  readonly #options: ReadOptions
  #use: ConfigUse | undefined
  #files: readonly string[] = []
  #seen: string | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<ReloadResult> | undefined
  #again: Promise<ReloadResult> | undefined
  #isClosed = false

  constructor(path: string, options: ReadOptions) {
    this.#path = path
    this.#options = options
  }

  /** Reads the configuration for the first time. */
  async read(): Promise<ReadConfig> {
    this.#files = (await readConfig(this.#path, this.#options)).files
    // Which files there are is known now: a change from here on is seen, be it before the gateway is open.
    this.#seen = await this.#state()
    return readConfig(this.#path, this.#options)
  }

  /** Looks at the files from now on. */
  watch(use: ConfigUse): void {
    this.#use = use
    this.#schedule()
  }

  /** Reads the configuration again. Calls during a reload share the one that follows it. */
  reload(): Promise<ReloadResult> {
    if (this.#running === undefined) {
      this.#running = this.#reload().finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    this.#again ??= this.#running.then(() => {
      this.#again = undefined
      return this.reload()
    })
    return this.#again
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isClosed = true
  }

  async #reload(): Promise<ReloadResult> {
    // What changes while the files are read is seen by the next look.
    this.#seen = await this.#state()
    const { config, errors, warnings, files } = await readConfig(this.#path, this.#options)
    if (files.some(file => !this.#files.includes(file))) {
      this.#files = files
      this.#seen = await this.#state()
    }
    const result: ReloadResult =
      config === undefined
        ? { kind: 'refused', problems: errors.map(problemText) }
        : await (this.#use?.apply(config) ?? Promise.resolve()).then(
            () => ({ kind: 'loaded', config, warnings }) as const,
            error => ({ kind: 'refused', problems: [messageOf(error)] }) as const,
          )
    this.#use?.onResult(result)
    return result
  }

  #schedule(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#look().finally(() => this.#schedule()), lookMs)
    this.#timer.unref()
  }

  /** A file that is still being written is left alone until it stays as it is. */
  async #look(): Promise<void> {
    const state = await this.#state()
    if (state === this.#seen) return
    await new Promise(resolve => setTimeout(resolve, lookMs / 5).unref())
    if ((await this.#state()) === state && state !== this.#seen) await this.reload()
  }

  async #state(): Promise<string> {
    const facts = await Promise.all(
      this.#files.map(file =>
        stat(file).then(
          ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
          (error: NodeJS.ErrnoException) => error.code ?? 'EIO',
        ),
      ),
    )
    return facts.join('\n')
  }
}

/** What a listener or a plugin says of itself; other errors by their code alone. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be used.'
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === 'listen' ? `Cannot listen: ${code}.` : error.message
}
