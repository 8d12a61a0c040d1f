/**
 * The moments that earlier attempts of a run have put into its log, read again as the run comes to them: what readers
 * have is not sent to them twice.
 */
import type { Interim } from '../outcome/moment.ts'

/** A piece of the one text of an answer. */
type TextDelta = Interim & { kind: 'delta'; part: { kind: 'text'; text: string } }

/**
 * Text is compared by its characters, because a model may send the same text in other pieces, or another text: where it
 * differs from what readers have, they are sent the text so far in its place. Of other moments as many are left out as
 * there were.
 */
export class EarlierMoments {
  readonly #read: (after: number) => Promise<{ moments: Interim[]; last: number }>
  readonly #count: number
  #page: Interim[] = []
  #last = 0
  #taken = 0
  /** The text as far as the run has come. */
  #text = ''
  /** What readers have of it beyond that, of the piece that is being compared. */
  #ahead = ''

  /** `read` returns the next moments of the log after an event, and the last event that it looked at. */
  constructor(count: number, read: (after: number) => Promise<{ moments: Interim[]; last: number }>) {
    this.#count = count
    this.#read = read
  }

  /** How many moments of the log the run has come past. */
  get taken(): number {
    return this.#taken
  }

  /** What has to be sent for a moment of the run. */
  async pass(moment: Interim): Promise<Interim[]> {
    if (!isText(moment)) return this.#passOther(moment)
    return moment.mode === 'append' ? this.#passText(moment) : this.#passReplacement(moment)
  }

  /** Comes past what was sent up to a number of moments: the step that sent it is not run again. */
  async skipTo(taken: number): Promise<void> {
    this.#text += this.#ahead
    this.#ahead = ''
    while (this.#taken < taken) {
      const moment = await this.#take()
      if (moment === undefined) return
      if (isText(moment)) this.#text = moment.mode === 'append' ? this.#text + moment.part.text : moment.part.text
    }
  }

  async #passText(moment: TextDelta): Promise<Interim[]> {
    let left = moment.part.text
    while (left !== '') {
      if (this.#ahead === '') {
        const next = await this.#peek()
        if (next === undefined) return [pieceOf('append', left)]
        if (!isText(next)) return this.#differ(this.#text + left)
        const { mode, part } = next
        if (mode === 'replace' && !part.text.startsWith(this.#text)) return this.#differ(this.#text + left)
        await this.#take()
        this.#ahead = mode === 'append' ? part.text : part.text.slice(this.#text.length)
      }
      const same = Math.min(left.length, this.#ahead.length)
      if (!this.#ahead.startsWith(left.slice(0, same))) return this.#differ(this.#text + left)
      this.#text += left.slice(0, same)
      left = left.slice(same)
      this.#ahead = this.#ahead.slice(same)
    }
    return []
  }

  async #passReplacement(moment: TextDelta): Promise<Interim[]> {
    const next = this.#ahead === '' ? await this.#take() : undefined
    if (next !== undefined && isText(next) && next.mode === 'replace' && next.part.text === moment.part.text) {
      this.#text = moment.part.text
      return []
    }
    this.#leave()
    return [moment]
  }

  async #passOther(moment: Interim): Promise<Interim[]> {
    const next = this.#ahead === '' ? await this.#peek() : undefined
    if (this.#ahead !== '' || (next !== undefined && isText(next))) return [...this.#differ(this.#text), moment]
    if (next === undefined) return [moment]
    await this.#take()
    return []
  }

  /** Sends the text so far in place of what readers have of it. */
  #differ(text: string): Interim[] {
    this.#leave()
    return [pieceOf('replace', text)]
  }

  /** The run has left the way of the earlier ones: what is still in the log says nothing about it. */
  #leave(): void {
    this.#taken = this.#count
    this.#ahead = ''
  }

  async #take(): Promise<Interim | undefined> {
    const moment = await this.#peek()
    if (moment !== undefined) {
      this.#page.shift()
      this.#taken += 1
    }
    return moment
  }

  async #peek(): Promise<Interim | undefined> {
    while (this.#taken < this.#count && this.#page.length === 0) {
      const { moments, last } = await this.#read(this.#last)
      if (last === this.#last) {
        this.#taken = this.#count
        break
      }
      this.#page = moments
      this.#last = last
    }
    return this.#taken < this.#count ? this.#page[0] : undefined
  }
}

function isText(moment: Interim): moment is TextDelta {
  return moment.kind === 'delta' && moment.part.kind === 'text' && moment.artifact === undefined
}

function pieceOf(mode: 'append' | 'replace', text: string): Interim {
  return { kind: 'delta', mode, part: { kind: 'text', text } }
}
