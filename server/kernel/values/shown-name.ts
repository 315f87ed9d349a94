// Names as mails and messages show them. They are free text of strangers, sent under the agency's name: nothing in one
// may become a link, a number to call, a line of its own, or longer than a name.

const CHARACTERS_MAX = 60
/** Of a reason. */
const WORDS_MAX = 300
/** All that is no letter, digit, space or common in names. */
const UNUSUAL = /[^\p{L}\p{M}\p{N} .,'’&()ºª-]+/gu
/** A domain, however it is written: no dot stands right before a letter. */
const DOT_INSIDE = /[.,](?=\S)/g
const WWW = /\bwww\b[.,]?/gi
const PHONE_NUMBER = /\d(?:[ .,()-]*\d){6,}/g

/** A dash where nothing is left of it. */
export function shownName(text: string): string {
  return cut(plainOf(text) || '—', CHARACTERS_MAX)
}

/** What a stranger wrote in more than a few words, by the same rules; empty where nothing is left of it. */
export function shownWords(text: string): string {
  return cut(plainOf(text), WORDS_MAX)
}

function plainOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(UNUSUAL, ' ')
    .replace(PHONE_NUMBER, ' ')
    .replace(WWW, ' ')
    .replace(DOT_INSIDE, '$& ')
    .replace(/ +/g, ' ')
    .trim()
}

function cut(text: string, charactersMax: number): string {
  const characters = [...text]
  if (characters.length <= charactersMax) return text
  const kept = characters.slice(0, charactersMax - 1).join('')
  return `${kept.trim()}…`
}
