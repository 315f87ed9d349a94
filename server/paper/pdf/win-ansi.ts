// What the fonts that every PDF reader has can write. A character outside of it would garble the whole line,
// so it is replaced by the nearest one inside.

const BEYOND_LATIN_1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const WRITABLE = new RegExp(`^[ -~\\u00a0-\\u00ff${BEYOND_LATIN_1}]$`, 'u')
/** Letters that no decomposition leads back to Latin ones, and signs with a plain twin. */
const TWINS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '–',
  '\u2015': '—',
  '\u2032': "'",
  '\u2033': '"',
  '\u2212': '-',
}

/** One line of text in characters of Windows-1252; what has no equivalent there becomes a question mark. */
export function toWinAnsi(text: string): string {
  const line = text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' ')
  return [...line.replace(/[\p{Cf}\p{M}]/gu, '')].map(nearest).join('')
}

function nearest(character: string): string {
  if (WRITABLE.test(character)) return character
  const twin = TWINS[character]
  if (twin !== undefined) return twin
  const plain = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
  return plain.length > 0 && plain.every((part) => WRITABLE.test(part)) ? plain.join('') : '?'
}
