// Names as mails and messages show them. They are free text of strangers, sent under the agency's name: nothing in one
// may become a link, a number to call, a line of its own, or longer than a name.

const CHARACTERS_MAX = 60
/** All that is no letter, digit, space or common in names. */
const UNUSUAL = /[^\p{L}\p{M}\p{N} .,'’&()ºª-]+/gu
/** A domain, however it is written: no dot stands right before a letter. */
const DOT_INSIDE = /[.,](?=\S)/g
const WWW = /\bwww\b[.,]?/gi
const PHONE_NUMBER = /\d(?:[ .,()-]*\d){6,}/g

/** A dash where nothing is left of it. */
export function shownName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(UNUSUAL, ' ')
    .replace(PHONE_NUMBER, ' ')
    .replace(WWW, ' ')
    .replace(DOT_INSIDE, '$& ')
    .replace(/ +/g, ' ')
    .trim()
  if (plain === '') return '—'
  const characters = [...plain]
  return characters.length <= CHARACTERS_MAX
    ? plain
    : `${characters
        .slice(0, CHARACTERS_MAX - 1)
        .join('')
        .trim()}…`
}
