// Texts of our own catalogues as part of a statement: PostgreSQL takes a partial index only for a statement in which it
// can read the condition, not for one that is given its values later.

/** As `in` and `not in` want them: ('a', 'b'). */
export function textList(texts: readonly string[]): string {
  const unfit = texts.find((text) => !/^[a-z_]+$/.test(text))
  if (texts.length === 0 || unfit !== undefined) throw new Error(`not a list of names: ${texts}`)
  return `(${texts.map((text) => `'${text}'`).join(', ')})`
}
