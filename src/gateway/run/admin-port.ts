/** The admin listener, which follows the configuration. */
import type { GatewayConfig } from '../config.ts'
import { answerAdmin, type GatewayAdminSource } from './admin-pages.ts'
import { Listener, type ListenerParts, listenerKey } from './listener.ts'

export class AdminPort {
  readonly #parts: Omit<ListenerParts, 'handle' | 'limits'>
  readonly #source: GatewayAdminSource
  #open: { readonly key: string; readonly listener: Listener } | undefined

  constructor(source: GatewayAdminSource, parts: Omit<ListenerParts, 'handle' | 'limits'>) {
    this.#source = source
    this.#parts = parts
  }

  get url(): string | undefined {
    return this.#open?.listener.url
  }

  /** Opens it where the configuration has it. Rejects, and changes nothing, if that is not possible. */
  async follow({ admin, limits }: GatewayConfig): Promise<void> {
    const key = typeof admin === 'object' ? listenerKey(admin) : undefined
    if (key === this.#open?.key) {
      if (typeof admin === 'object' && admin.tls !== undefined) this.#open?.listener.setTls(admin.tls)
      return
    }
    const before = this.#open?.listener
    if (key === undefined || typeof admin !== 'object') this.#open = undefined
    else {
      const listener = new Listener(admin, { ...this.#parts, limits, handle: this.#handle })
      await listener.open(admin)
      this.#open = { key, listener }
    }
    before?.cut()
    void before?.close()
  }

  async close(): Promise<void> {
    this.#open?.listener.cut()
    await this.#open?.listener.close()
  }

  readonly #handle: ListenerParts['handle'] = (request, response) => {
    answerAdmin(this.#source, request, response).catch(() => response.destroy())
  }
}
