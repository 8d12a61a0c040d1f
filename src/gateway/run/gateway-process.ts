/** A gateway with its listeners and admin pages, in one process: opened, reloaded, drained. */
import { setTimeout as delay } from 'node:timers/promises'
import { ReplywireError } from '../../errors.ts'
import type { OperatorToken } from '../../runtime/operator-token.ts'
import type { AccessLogger } from '../../server/log.ts'
import type { GatewayConfig, ListenerConfig } from '../config.ts'
import type { Gateway, GatewayOptions } from '../gateway.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { answerAdmin, type GatewayAdminSource, isAdminRequest } from './admin-pages.ts'
import { AdminPort } from './admin-port.ts'
import { Listener, type ListenerHandler, type ListenerParts, listenerKey } from './listener.ts'
import { SessionRelay } from './session-relay.ts'

/** What a process is made of. */
export interface ProcessParts {
  readonly log: AccessLogger
  readonly metrics: GatewayMetrics
  open(config: GatewayConfig, options: GatewayOptions): Promise<Gateway>
  /** The metrics of all processes, where there are several. Default: those of this one. */
  readMetrics?(): Promise<{ contentType: string; text: string }>
  /** The admin listener is elsewhere: in the process that supervises this one. */
  readonly isSupervised?: boolean | undefined
  /** Where streams are counted. Default: in this process. */
  readonly streams?: GatewayOptions['streams']
  /** The folder of the sockets over which processes hand requests to each other. Default: there is one process. */
  readonly sockets?: string | undefined
}

/** How long the last words of streams that were stopped may take to reach their readers. */
const lastWordsMs = 1000
const lookMs = 25

export class GatewayProcess {
  readonly #parts: ProcessParts
  readonly #gateway: Gateway
  readonly #listeners = new Map<string, Listener>()
  readonly #closing = new Set<Listener>()
  readonly #listenerParts: Omit<ListenerParts, 'limits'>
  readonly #admin: AdminPort | undefined
  #config: GatewayConfig
  readonly #relay: SessionRelay | undefined
  #isDraining = false
  #stopping: Promise<void> | undefined

  private constructor(config: GatewayConfig, gateway: Gateway, parts: ProcessParts, relay: SessionRelay | undefined) {
    this.#config = config
    this.#gateway = gateway
    this.#parts = parts
    this.#relay = relay
    const { log, metrics } = parts
    const socketAnswers = { contract: () => this.#config.contract, log, metrics }
    this.#listenerParts = { metrics, socketAnswers, handle: this.#handle }
    this.#admin = parts.isSupervised ? undefined : new AdminPort(this.#source, this.#listenerParts)
    parts.metrics.watch({ connections: () => this.#connections() })
  }

  /** Opens the gateway, then its listeners. */
  static async open(config: GatewayConfig, parts: ProcessParts): Promise<GatewayProcess> {
    const { log, metrics, streams, sockets } = parts
    let opened: Gateway | undefined
    const relay = await openRelay(config, sockets, (...call) => opened?.handle(...call))
    const gateway = await parts.open(config, { log, metrics, streams, sessionPrefix: relay?.prefix }).catch(error => {
      void relay?.close()
      throw error
    })
    opened = gateway
    const made = new GatewayProcess(config, gateway, parts, relay)
    try {
      for (const [key, listener] of await made.#openListeners(config)) made.#listeners.set(key, listener)
      await made.#admin?.follow(config)
    } catch (error) {
      for (const listener of made.#listeners.values()) listener.cut()
      void relay?.close()
      await Promise.all([...[...made.#listeners.values()].map(one => one.close()), gateway.close()])
      throw error
    }
    return made
  }

  get config(): GatewayConfig {
    return this.#config
  }

  get urls(): string[] {
    return [...this.#listeners.values()].map(({ url }) => url)
  }

  /** What signs in to the console as its operator, where nobody is asked who they are. */
  get operatorToken(): OperatorToken | undefined {
    return this.#gateway.operatorToken
  }

  get adminUrl(): string | undefined {
    return this.#config.admin === 'shared' ? this.urls[0] : this.#admin?.url
  }

  /**
   * Uses another configuration from now on. Nothing that is under way is cut off. Rejects, and changes nothing, if a
   * listener cannot be opened, a certificate does not fit or a plugin cannot be created.
   */
  async reload(config: GatewayConfig): Promise<void> {
    if (this.#isDraining) return
    const { sockets } = this.#parts
    if (sockets !== undefined && this.#relay === undefined && config.mcp !== undefined) throw noSocket(sockets)
    const wanted = new Set(config.listeners.map(listenerKey))
    const opened = await this.#openListeners(config)
    try {
      await this.#gateway.reload(config)
      for (const one of config.listeners) if (one.tls) this.#listeners.get(listenerKey(one))?.setTls(one.tls)
      await this.#admin?.follow(config)
    } catch (error) {
      for (const listener of opened.values()) void listener.close()
      throw error
    }
    for (const [key, listener] of this.#listeners) {
      listener.setLimits(config.limits)
      if (wanted.has(key)) continue
      this.#listeners.delete(key)
      this.#retire(listener)
    }
    for (const [key, listener] of opened) this.#listeners.set(key, listener)
    this.#config = config
  }

  /** Refuses new calls, waits for those that are open, at most as long as configured, and ends. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    this.#isDraining = true
    this.#parts.metrics.drains()
    this.#gateway.startDraining()
    // Listeners stay open meanwhile: `/readyz` says 503, and new calls get an answer in place of a refused connection.
    const end = performance.now() + this.#config.shutdownMs
    while (this.#openCalls > 0 && performance.now() < end) await delay(lookMs)
    const listeners = [...this.#listeners.values(), ...this.#closing, ...(this.#relay ? [this.#relay] : [])]
    const closed = Promise.all(listeners.map(listener => listener.close()))
    const cutting = setTimeout(() => {
      for (const listener of listeners) listener.cut()
    }, lastWordsMs)
    await this.#gateway.close()
    await closed
    clearTimeout(cutting)
    await this.#admin?.close()
    this.#parts.metrics.close()
  }

  /** With those that other processes answer for this one. */
  get #openCalls(): number {
    return this.#gateway.openCalls + (this.#relay?.passed ?? 0)
  }

  /** Listeners of a configuration that are not open yet. */
  async #openListeners(config: GatewayConfig): Promise<Map<string, Listener>> {
    const opened = new Map<string, Listener>()
    try {
      for (const one of config.listeners) {
        const key = listenerKey(one)
        if (this.#listeners.has(key)) continue
        await this.#freePort(one)
        opened.set(key, await this.#openListener(one, config))
      }
    } catch (error) {
      for (const listener of opened.values()) void listener.close()
      throw error
    }
    return opened
  }

  /** A port that changes between HTTP, HTTPS and HTTPS with HTTP/2 must be given up first. */
  async #freePort({ host, port }: ListenerConfig): Promise<void> {
    const tls = { cert: '', key: '' }
    const others: readonly ListenerConfig[] = [
      { host, port },
      { host, port, tls },
      { host, port, tls, http2: false },
    ]
    for (const key of others.map(listenerKey)) {
      const other = this.#listeners.get(key)
      if (other === undefined || port === 0) continue
      this.#listeners.delete(key)
      this.#retire(other)
    }
  }

  async #openListener(one: ListenerConfig, { limits }: GatewayConfig): Promise<Listener> {
    const listener = new Listener(one, { ...this.#listenerParts, limits })
    await listener.open(one)
    return listener
  }

  #retire(listener: Listener): void {
    this.#closing.add(listener)
    void listener.close().then(() => this.#closing.delete(listener))
  }

  readonly #source: GatewayAdminSource = {
    isDraining: () => this.#isDraining,
    notReady: () => (this.#config.routes.length === 0 ? 'no routes loaded' : undefined),
    readMetrics: () => (this.#parts.readMetrics ?? this.#parts.metrics.read)(),
  }

  readonly #handle: ListenerHandler = (request, response) => {
    if (this.#config.admin === 'shared' && isAdminRequest(request))
      answerAdmin(this.#source, request, response).catch(() => response.destroy())
    else if (
      this.#relay === undefined ||
      this.#config.mcp === undefined ||
      !this.#relay.pass(request, response, this.#answer)
    )
      this.#answer(request, response)
  }

  readonly #answer: ListenerHandler = (request, response) => this.#gateway.handle(request, response)

  #connections(): number {
    const open = [...this.#listeners.values(), ...this.#closing]
    return open.reduce((sum, { connections }) => sum + connections, 0)
  }
}

/** What hands requests on to other processes. Only sessions of `/mcp` need it: without them none is no problem. */
async function openRelay(
  { limits, mcp }: GatewayConfig,
  sockets: string | undefined,
  handle: ListenerHandler,
): Promise<SessionRelay | undefined> {
  if (sockets === undefined) return undefined
  return SessionRelay.open(sockets, limits, handle).catch((error: NodeJS.ErrnoException) => {
    if (mcp !== undefined) throw noSocket(sockets, error)
    return undefined
  })
}

function noSocket(sockets: string, cause?: NodeJS.ErrnoException): ReplywireError {
  const why = cause?.code === undefined ? '' : ` (${cause.code})`
  const text = `mcp of several processes needs sockets in ${sockets}, and none can be made there${why}.`
  return new ReplywireError('ERR_USAGE', text, { cause })
}
