/** The calls that are open, so that a server can wait for them and, at last, stop them. */
import { Stop } from '../lib/stop.ts'
import type { Outcome } from '../outcome/outcome.ts'

/**
 * One call, from its head until its answer is made or its stream has ended. It is stopped when the caller leaves; with
 * an outcome as the reason, when the call has to end with that.
 */
export class OpenCall extends Stop {
  /** Called when it is over. */
  onOver: (() => void) | undefined
  readonly #release: (call: OpenCall) => void
  #ended: Stop | undefined
  #holders = 1

  constructor(release: (call: OpenCall) => void) {
    super()
    this.#release = release
  }

  /** Stopped when the server ends what is left, also for a run that goes on though its caller has left. */
  get ended(): Stop {
    this.#ended ??= new Stop()
    return this.#ended
  }

  /** Keeps the call open beyond `leave`, as a stream does, until what is returned is called. */
  hold(): () => void {
    this.#holders++
    let isHeld = true
    return () => {
      if (isHeld) this.leave()
      isHeld = false
    }
  }

  leave(): void {
    if (--this.#holders > 0) return
    this.#release(this)
    this.onOver?.()
  }
}

export class Inflight {
  readonly #open = new Set<OpenCall>()
  readonly #drained: (() => void)[] = []
  #idle: PromiseWithResolvers<void> | undefined
  #draining = false

  /** The server is stopping: it is no longer ready for new callers. */
  get draining(): boolean {
    return this.#draining
  }

  set draining(draining: boolean) {
    this.#draining = draining
    if (draining) for (const listener of this.#drained) listener()
  }

  /** Calls back when the server begins to stop: what would wait for ever has to end then. */
  onDrain(listener: () => void): void {
    this.#drained.push(listener)
  }

  get size(): number {
    return this.#open.size
  }

  enter(): OpenCall {
    const call = new OpenCall(this.#left)
    this.#open.add(call)
    return call
  }

  readonly #left = (call: OpenCall): void => {
    this.#open.delete(call)
    if (this.#open.size === 0) this.#idle?.resolve()
  }

  /** Ends every open call with this outcome. */
  stop(outcome: Outcome): void {
    for (const call of [...this.#open]) {
      call.stop(outcome)
      call.ended.stop(outcome)
    }
  }

  /** Waits until no call is open. */
  async idle(): Promise<void> {
    if (this.#open.size === 0) return
    this.#idle ??= Promise.withResolvers()
    await this.#idle.promise
    this.#idle = undefined
  }
}
