// Arbitrary text for property tests. fast-check's own builds a table of all Unicode, which takes seconds and
// memory in every process.
import fc from 'fast-check'

/** All Unicode, lone surrogates included; common alphabets more often. */
export function anyCharacters(
  lengths: { minLength?: number; maxLength?: number } = {},
): fc.Arbitrary<string> {
  const code = fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 0x2fff }))
  return fc.array(code, lengths).map((codes) => String.fromCodePoint(...codes))
}
