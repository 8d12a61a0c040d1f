/**
 * Letters that look like those of ASCII, by the letter that they look like: scripts that share their shapes with Latin,
 * and Latin letters that no decomposition leads back to ASCII. Widths, styles and accents are not here: Unicode's own
 * decomposition (NFKD) covers them.
 */
const lookalikes: Readonly<Record<string, string>> = {
  A: 'ΑАᎪꓮᴀ',
  B: 'ΒВᏴꓐʙ',
  C: 'СϹᏟꓚⅭᴄ',
  D: 'ᎠꓓÐĐᴅ',
  E: 'ΕЕᎬꓰᴇ',
  F: 'ϜꓝꜰҒ',
  G: 'ᏀꓖԌɢ',
  H: 'ΗНᎻꓧʜ',
  I: 'ΙІӀᏆꓲɪ',
  J: 'ЈᎫꓙᴊ',
  K: 'ΚКᏦꓗᴋ',
  L: 'ᏞꓡŁʟ',
  M: 'ΜМᎷꓟᴍ',
  N: 'ΝꓠɴИ',
  O: 'ΟОՕꓳØᴏ',
  P: 'ΡРᏢꓑᴘ',
  Q: 'Ԛꞯ',
  R: 'ᎡᏒꓣʀЯ',
  S: 'ЅՏᏚꓢꜱ',
  T: 'ΤТᎢꓔᴛŦ',
  U: 'ՍꓴᴜႮ',
  V: 'ѴᏙꓦᴠ',
  W: 'ԜᎳꓪᴡ',
  X: 'ΧХꓫ᙭',
  Y: 'ΥҮУꓬʏ',
  Z: 'ΖᏃꓜᴢ',
  a: 'аɑα',
  b: 'Ььƅβ',
  c: 'сϲⅽ',
  d: 'ԁɗđժ',
  e: 'еєҽεɛə',
  f: 'ƒꬵſք',
  g: 'ɡցɠԍ',
  h: 'һհɦħ',
  i: 'іıɩιӏɨ',
  j: 'јϳʝ',
  k: 'кκƙ',
  l: 'ⅼłɭւ∣ǀ',
  m: 'мɱ',
  n: 'пոռηɳŋ',
  o: 'оοσօøɵסဝ',
  p: 'рρϱƿ',
  q: 'ԛզգ',
  r: 'гɼɾꭇ',
  s: 'ѕʂꜱ',
  t: 'тτƭŧ',
  u: 'υսʋμ',
  v: 'ѵνⅴ',
  w: 'ԝաωɯ',
  x: 'хχ×',
  y: 'уүγყỿ',
  z: 'ʐƶ',
  '3': 'ЗзƷӠʒ',
  '6': 'Ꮾб',
  ' ': '\u2800',
  '.': '․۔܂。',
  ':': '։׃∶ː',
  '/': '∕⁄╱',
  "'": '‘’ʼʹ′`´',
  '"': '“”″„',
}

const plain: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
)

/** White letters on black, and flags: 26 letters each, from these places on. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]

/** The ASCII character that a character looks like; the character itself when it looks like none. */
export function plainLetter(character: string): string {
  const known = plain.get(character)
  if (known !== undefined) return known
  if (/\p{Pd}|[\u2212\u2043]/u.test(character)) return '-'
  if (/\p{Nd}/u.test(character)) return String(digitOf(character))
  const point = character.codePointAt(0) ?? 0
  const start = alphabets.find(first => point >= first && point < first + 26)
  return start === undefined ? character : String.fromCharCode(97 + point - start)
}

/** Digits of a script follow one another, from 0 to 9. */
function digitOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++
  return value
}
