// One spelling for what people type and what we compare it with: no accents, no capitals, no punctuation.

/** Letters that Unicode does not take apart into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n' },
}

/** Lower-case ASCII words with one space between them; empty where there is no letter or digit. */
export function plainWords(text: string): string {
  const lower = text.toLowerCase()
  const ascii = /[^ -~]/.test(lower) ? withoutAccents(lower) : lower
  return ascii
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function withoutAccents(lower: string): string {
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f’‘ʻʼ´]/g, '')
    .replace(/[ßæœøđðþłıħŋ]/g, (letter) => LETTERS[letter]!)
}
