/** The conditions of a list: only those that are asked for are in the statement, so that an index can serve it. */
import type { Value } from '../statement.ts'

export class Conditions {
  readonly values: Value[]
  readonly #all: string[] = []

  constructor(values: Value[] = []) {
    this.values = values
  }

  /** Further conditions of the same statement, which share its values. */
  another(): Conditions {
    return new Conditions(this.values)
  }

  /** The place of a value in the statement. */
  put(value: Value): string {
    return `?${this.values.push(value)}`
  }

  add(condition: string): void {
    this.#all.push(condition)
  }

  /** `column sign value`, if there is a value. */
  compare(column: string, sign: '=' | '<' | '>', value: Value | undefined): void {
    if (value !== undefined) this.add(`${column} ${sign} ${this.put(value)}`)
  }

  /** Whether a text is one of a list: one statement for lists of any length. */
  among(text: string, list: readonly string[] | undefined): void {
    if (list !== undefined) this.add(this.isAmong(text, this.put(`,${list.join(',')},`)))
  }

  isAmong(text: string, list: string): string {
    return `replace(${list}, ',' || ${text} || ',', '') <> ${list}`
  }

  toString(): string {
    return this.#all.join(' AND ')
  }
}
