// Texts in English and Portuguese. A name in braces is a placeholder: `fill` writes a text with its values, and
// `translator` recognizes one that was written or stored elsewhere.

/** English, then Portuguese: `must be one of {list}`, `Use um destes valores: {list}.` */
export type Phrase = readonly [english: string, portuguese: string]

/** The languages that people read here. */
export type ReaderLanguage = 'pt-BR' | 'en'

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** A value for each placeholder of the text. */
export type Values<T extends string> = Readonly<Record<NamesIn<T>, string | number>>

/** The texts without placeholders. */
export type Fixed<T extends string> = Exclude<T, `${string}{${string}`>

/** How the values of some placeholders are written for people, by name. */
export type ShownValues = Readonly<Record<string, (value: string) => string>>

export type Translate = (text: string) => string | undefined

/** If several match, the phrase with the most fixed words is taken. */
export function translator(phrases: readonly Phrase[], shown: ShownValues = {}): Translate {
  const exact = new Map(phrases)
  const patterns = phrases
    .filter(([english]) => english.includes('{'))
    .toSorted(([one], [other]) => ownLength(other) - ownLength(one))
    .map(([english, portuguese]) => ({ pattern: patternOf(english), portuguese }))
  return (text) => {
    const found = exact.get(text)
    if (found !== undefined) return found
    for (const { pattern, portuguese } of patterns) {
      const values = pattern.exec(text)?.groups
      if (values !== undefined) return fill(portuguese, values, shown)
    }
    return undefined
  }
}

/** A placeholder without a value stays as it is. */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number>>,
  shown: ShownValues = {},
): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : (shown[name]?.(String(value)) ?? String(value))
  })
}

function ownLength(english: string): number {
  return english.replaceAll(/\{\w+\}/g, '').length
}

function patternOf(english: string): RegExp {
  const source = english
    .split(/(\{\w+\})/)
    .map((part) =>
      /^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>.+)` : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    )
  return new RegExp(`^${source.join('')}$`, 's')
}
