// Tells code from comments and strings, so that a rule about code is not fooled by prose, nor prose by code.
// A small reader instead of a parser: TypeScript 7 offers none to programs, and the house needs no more than this.

export type Kind = 'code' | 'comment' | 'string' | 'template' | 'regex'

export interface Piece {
  kind: Kind
  text: string
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
/** From a backtick or a closing brace to the end of the template or its next ${. */
const TEMPLATE = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y
/** What begins or ends nothing, wherever it stands. */
const PLAIN = /[^/'"`{}]+/y
/** After these a slash begins a regular expression; after anything else it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield|void|throw))\s*$/

/** The text without its comments; what is left stays on its line and in its column. */
export const withoutComments = once((text) => blank(text, ['comment']))

/** Only what is executed: comments, template texts and regular expressions are blank, plain strings remain. */
export const codeOf = once((text) => blank(text, ['comment', 'template', 'regex']))

export function withoutSqlComments(text: string): string {
  return text.replace(/--[^\n]*/g, spaces)
}

/** The number of the line, from 1, at this place of the text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function blank(text: string, kinds: Kind[]): string {
  return piecesOf(text)
    .map((piece) => (kinds.includes(piece.kind) ? spaces(piece.text) : piece.text))
    .join('')
}

function spaces(text: string): string {
  return text.replace(/[^\n]+/g, ({ length }) => ' '.repeat(length))
}

/** The text cut where it changes from one kind to another; together the pieces are the text again. */
const piecesOf = once<readonly Piece[]>(cut)

/** Every rule of the house reads the same files, so what comes of a text is kept. */
function once<Made = string>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>()
  return (text) => {
    const made = known.get(text) ?? make(text)
    known.set(text, made)
    return made
  }
}

function cut(text: string): Piece[] {
  const pieces: Piece[] = []
  // One number for each template that is open: the braces open inside its ${ }.
  const braces: number[] = []
  let at = 0
  let code = ''

  const take = (kind: Kind, pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) return false
    pieces.push({ kind: 'code', text: code }, { kind, text: found })
    code = ''
    at += found.length
    return true
  }
  const takeTemplate = (): void => {
    if (!take('template', TEMPLATE)) throw new Error(`a template without an end on line ${lineAt(text, at)}`)
    if (pieces.at(-1)!.text.endsWith('${')) braces.push(0)
  }

  while (at < text.length) {
    const character = text[at]!
    if (character === '/' && take('comment', COMMENT)) continue
    // The end of an element, </b> or <b />, is no regular expression.
    const endsElement = character === '/' && (text[at - 1] === '<' || text[at + 1] === '>')
    if (character === '/' && !endsElement && BEFORE_REGEX.test(before(pieces, code)) && take('regex', REGEX))
      continue
    if ((character === "'" || character === '"') && take('string', STRING)) continue
    if (character === '`') {
      takeTemplate()
      continue
    }
    if (character === '}' && braces.at(-1) === 0) {
      braces.pop()
      takeTemplate()
      continue
    }
    if (braces.length > 0 && character === '{') braces[braces.length - 1]!++
    if (braces.length > 0 && character === '}') braces[braces.length - 1]!--
    PLAIN.lastIndex = at + 1
    const plain = character + (PLAIN.exec(text)?.[0] ?? '')
    code += plain
    at += plain.length
  }
  pieces.push({ kind: 'code', text: code })
  return pieces
}

/** What stands before this place, as far as it matters for the meaning of a slash. */
function before(pieces: Piece[], code: string): string {
  if (code.trim() !== '') return code
  const last = pieces.findLast(({ kind, text }) => kind !== 'comment' && text.trim() !== '')
  if (last === undefined) return ''
  // A string or regular expression is a value, so a slash after it divides.
  return last.kind === 'code' || last.text.endsWith('${') ? last.text : 'value'
}
