// Prepares free text: folded for searches, and harmless in mails and messages.

/** Without accents, case or extra spaces. Search terms and searched texts both go through this function. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** One line without control characters, direction marks and others that are not seen. May be empty. */
export function visibleLine(text: string): string {
  return text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

// Names and reasons are texts of strangers in the agency's mails. No part of them may become a link, a phone
// number or a line of its own, or exceed a name's length.
const CHARACTERS_MAX = 60
const WORDS_MAX = 300
/** Characters other than letters, digits, spaces and those common in names. */
const UNUSUAL = /[^\p{L}\p{M}\p{N} .,'’&()ºª-]+/gu
/** Breaks domains: no dot stands right before a letter. */
const DOT_INSIDE = /[.,](?=\S)/g
const WWW = /\bwww\b[.,]?/gi
const PHONE_NUMBER = /\d(?:[ .,()-]*\d){6,}/g

/** A dash if no text is left. */
export function shownName(text: string): string {
  return cut(plainOf(text) || '—', CHARACTERS_MAX)
}

/** A reason or note by the same rules; empty if no text is left. */
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
