/** Open streams of several processes under one ceiling: the supervisor counts, its workers ask. */
import { StreamCounts, type StreamPlaces } from '../stream/stream-ceiling.ts'
import type { Channel, ChannelAnswers } from './channel.ts'

const askMs = 5000

/** What the supervisor counts. */
export class SharedStreams {
  readonly #counts = new StreamCounts()

  /** Answers for one worker, and frees its places when it has ended. */
  forWorker(): { readonly answers: Pick<ChannelAnswers, 'enterStream' | 'leaveStream'>; free(): void } {
    const held = new Map<number, () => void>()
    let last = 0
    return {
      answers: {
        enterStream: async ({ key, most }) => {
          const leave = this.#counts.enter(key, most)
          if (leave === undefined) return 0
          last += 1
          held.set(last, leave)
          return last
        },
        async leaveStream(place) {
          held.get(place)?.()
          held.delete(place)
          return null
        },
      },
      free() {
        for (const leave of held.values()) leave()
        held.clear()
      },
    }
  }
}

/** What a worker asks. Without an answer there is no place: the ceiling holds in every case. */
export class RemoteStreams implements StreamPlaces {
  readonly #channel: () => Channel

  constructor(channel: () => Channel) {
    this.#channel = channel
  }

  async enter(key: string, most: number): Promise<(() => void) | undefined> {
    const channel = this.#channel()
    const place = await channel.ask('enterStream', { key, most }, askMs).catch(() => 0)
    if (place === 0) return undefined
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      channel.ask('leaveStream', place, askMs).catch(() => {})
    }
  }
}
