/** Sets of code points: sorted ranges that neither touch nor overlap. */

export type CodePoints = readonly (readonly [number, number])[]

const last = 0x10ffff

export function union(...sets: readonly CodePoints[]): CodePoints {
  const sorted = sets.flat().toSorted(([one], [other]) => one - other)
  const merged: [number, number][] = []
  for (const [low, high] of sorted) {
    const before = merged.at(-1)
    if (before !== undefined && low <= before[1] + 1) before[1] = Math.max(before[1], high)
    else merged.push([low, high])
  }
  return merged
}

export function negate(set: CodePoints): CodePoints {
  const rest: [number, number][] = []
  let from = 0
  for (const [low, high] of set) {
    if (low > from) rest.push([from, low - 1])
    from = high + 1
  }
  if (from <= last) rest.push([from, last])
  return rest
}

export const anyPoint: CodePoints = [[0, last]]
export const newline: CodePoints = [[10, 10]]
export const digits: CodePoints = [[48, 57]]
export const wordPoints: CodePoints = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
export const spaces: CodePoints = [
  [9, 10],
  [12, 13],
  [32, 32],
]

const posix: Readonly<Record<string, CodePoints>> = {
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  alpha: [
    [65, 90],
    [97, 122],
  ],
  ascii: [[0, 127]],
  blank: [
    [9, 9],
    [32, 32],
  ],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: digits,
  graph: [[33, 126]],
  lower: [[97, 122]],
  print: [[32, 126]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  upper: [[65, 90]],
  word: wordPoints,
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
}

/** `[:alpha:]` and the like; undefined: there is no such class. */
export function posixClass(name: string): CodePoints | undefined {
  return Object.hasOwn(posix, name) ? posix[name] : undefined
}

const properties = new Map<string, CodePoints | undefined>()

/** `\p{Greek}`, `\p{L}`; undefined: there is no such property. */
export function unicodeClass(name: string): CodePoints | undefined {
  if (!/^[\w=]{1,40}$/.test(name)) return undefined
  if (!properties.has(name)) properties.set(name, findProperty(name))
  return properties.get(name)
}

function findProperty(name: string): CodePoints | undefined {
  for (const spelling of [name, `Script=${name}`]) {
    let pattern: RegExp
    try {
      pattern = new RegExp(`\\p{${spelling}}`, 'u')
    } catch {
      continue
    }
    const points: [number, number][] = []
    for (let point = 0; point <= last; point++) {
      if (!pattern.test(String.fromCodePoint(point))) continue
      const before = points.at(-1)
      if (before !== undefined && before[1] === point - 1) before[1] = point
      else points.push([point, point])
    }
    return points
  }
  return undefined
}

let folds: ReadonlyMap<number, readonly number[]> | undefined

/** For each code point with a case, all that differ from it by case alone; up to U+1FFFF, where cases end. */
function caseFolds(): ReadonlyMap<number, readonly number[]> {
  if (folds !== undefined) return folds
  const groups = new Map<string, number[]>()
  for (let point = 0; point <= 0x1ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const text = String.fromCodePoint(point)
    const lower = text.toUpperCase().toLowerCase()
    if (lower === text && text.toUpperCase() === text) continue
    const group = groups.get(lower)
    if (group === undefined) groups.set(lower, [point])
    else group.push(point)
  }
  const found = new Map<number, readonly number[]>()
  for (const group of groups.values()) for (const point of group) found.set(point, group)
  folds = found
  return found
}

/** A set with everything that differs from it by case alone. */
export function foldCase(set: CodePoints): CodePoints {
  const more: [number, number][] = []
  const known = caseFolds()
  for (const [low, high] of set) {
    for (let point = low; point <= Math.min(high, 0x1ffff); point++) {
      for (const other of known.get(point) ?? []) if (other !== point) more.push([other, other])
    }
  }
  return more.length === 0 ? set : union(set, more)
}
