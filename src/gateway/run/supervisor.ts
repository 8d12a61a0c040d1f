/** Runs a gateway in several processes: starts them, starts them again when they end, passes on reload and drain. */
import type { Worker } from 'node:cluster'
import type { AccessLogger } from '../../server/log.ts'
import type { GatewayConfig } from '../config.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { AdminPort } from './admin-port.ts'
import { Channel } from './channel.ts'
import { mergeMetrics } from './merge-metrics.ts'
import { SharedStreams } from './shared-streams.ts'
import { checkProcesses, openSocketsFolder, removeSocketsFolder, socketsVariable } from './sockets-folder.ts'

export interface SupervisorParts {
  readonly log: AccessLogger
  readonly metrics: GatewayMetrics
  readonly workers: number
  /** Starts a process, with more variables in its environment. */
  fork(environment: Readonly<Record<string, string>>): Worker
}

interface Slot {
  readonly worker: Worker
  readonly channel: Channel
  /** It listens. */
  isUp: boolean
}

/** One process alone may take as long as it likes: on a machine that is busy it takes a minute. */
const startMs = 180_000
const reloadMs = 30_000
const metricsMs = 2000
const shortestPauseMs = 100
const longestPauseMs = 10_000
/** A worker that lived this long did not fail because of how it was started. */
const soundMs = 60_000
/** After its deadline, a worker that does not end is ended. */
const graceMs = 5000

export class Supervisor {
  readonly #parts: SupervisorParts
  readonly #slots = new Set<Slot>()
  readonly #admin: AdminPort
  readonly #streams = new SharedStreams()
  #config: GatewayConfig
  #urls: readonly string[] = []
  #failures = 0
  #isStopping = false
  readonly #sockets = openSocketsFolder()

  private constructor(config: GatewayConfig, parts: SupervisorParts) {
    this.#config = config
    this.#parts = parts
    const { log, metrics } = parts
    this.#admin = new AdminPort(
      {
        isDraining: () => this.#isStopping,
        notReady: () => {
          if (this.#config.routes.length === 0) return 'no routes loaded'
          return this.#up().length === 0 ? 'no worker is up' : undefined
        },
        readMetrics: () => this.readMetrics(),
      },
      { metrics, socketAnswers: { contract: () => this.#config.contract, log, metrics } },
    )
  }

  /** Starts all workers. Rejects if one cannot start. */
  static async start(config: GatewayConfig, parts: SupervisorParts): Promise<Supervisor> {
    const supervisor = new Supervisor(config, parts)
    try {
      checkProcesses(config, supervisor.#sockets)
      await supervisor.#admin.follow(config)
      // The first alone: what it cannot do, such as listen on a port that is taken, is reported once.
      await supervisor.#start()
      await Promise.all(Array.from({ length: parts.workers - 1 }, () => supervisor.#start()))
    } catch (error) {
      // With its admin listener: the process could not end.
      await supervisor.stop()
      throw error
    }
    return supervisor
  }

  get urls(): readonly string[] {
    return this.#urls
  }

  get adminUrl(): string | undefined {
    return this.#config.admin === 'shared' ? this.#urls[0] : this.#admin.url
  }

  /** One worker after the other uses the configuration. If the first refuses it, none does. */
  async reload(config: GatewayConfig): Promise<void> {
    checkProcesses(config, this.#sockets)
    const before = this.#config
    this.#config = config
    try {
      for (const { channel } of this.#up()) await channel.ask('reload', config, reloadMs)
      await this.#admin.follow(config)
    } catch (error) {
      this.#config = before
      throw error
    }
  }

  /** The metrics of all processes; one that does not answer in time is left out. */
  async readMetrics(): Promise<{ contentType: string; text: string }> {
    this.#parts.metrics.workers(this.#up().length)
    const asked = this.#up().map(({ channel }) => channel.ask('metrics', null, metricsMs).catch(() => undefined))
    const values = await Promise.all([this.#parts.metrics.values(), ...asked])
    return mergeMetrics(values.filter(value => value !== undefined))
  }

  /** Drains all workers and waits for their end. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#parts.metrics.drains()
    await this.#end()
    await this.#admin.close()
    this.#parts.metrics.close()
  }

  async #end(): Promise<void> {
    this.#isStopping = true
    await this.#endWorkers()
    removeSocketsFolder(this.#sockets)
  }

  async #endWorkers(): Promise<void> {
    const limit = this.#config.shutdownMs + graceMs
    await Promise.all(
      [...this.#slots].map(async ({ worker, channel }) => {
        const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
        channel.ask('drain', null, limit).catch(() => {})
        const killing = setTimeout(() => worker.process.kill('SIGKILL'), limit)
        await ended
        clearTimeout(killing)
      }),
    )
  }

  #up(): Slot[] {
    return [...this.#slots].filter(({ isUp }) => isUp)
  }

  async #start(): Promise<void> {
    const worker = this.#parts.fork('path' in this.#sockets ? { [socketsVariable]: this.#sockets.path } : {})
    const streams = this.#streams.forWorker()
    const channel = new Channel(worker, { ...streams.answers, mergedMetrics: () => this.readMetrics() })
    const slot: Slot = { worker, channel, isUp: false }
    this.#slots.add(slot)
    const born = performance.now()
    worker.on('error', () => {})
    const ended = new Promise<void>(resolve => {
      worker.once('exit', (code, signal) => {
        this.#slots.delete(slot)
        channel.end('the worker ended')
        streams.free()
        resolve()
        if (slot.isUp && !this.#isStopping) this.#ended(code, signal, performance.now() - born)
      })
    })
    try {
      let used = this.#config
      const { urls } = await channel.ask('start', used, startMs)
      // A reload asks those that are up.
      while (used !== this.#config) {
        used = this.#config
        await channel.ask('reload', used, reloadMs)
      }
      slot.isUp = true
      this.#urls = urls
    } catch (error) {
      worker.process.kill('SIGKILL')
      await ended
      throw error
    }
  }

  #ended(code: number | null, signal: string | null, livedMs: number): void {
    this.#failures = livedMs >= soundMs ? 0 : this.#failures + 1
    this.#parts.log.warn({ code: code ?? '', signal: signal ?? '' }, 'a worker ended and is started again')
    this.#parts.metrics.workerRestarted()
    this.#restart()
  }

  #restart(): void {
    const pause = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.max(0, this.#failures - 1))
    setTimeout(() => {
      if (this.#isStopping) return
      this.#start().catch(() => {
        this.#failures += 1
        this.#parts.log.warn({ pause_ms: pause }, 'a worker cannot start; it is tried again')
        this.#restart()
      })
    }, pause)
  }
}
