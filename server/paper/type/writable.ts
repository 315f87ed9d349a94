// One line of text as it is set: characters that nobody sees, and more marks on a letter than any script has, are left
// out, and words of scripts that are read from the right stand in the order in which they are seen.

const RIGHT_TO_LEFT = '\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}'
const PHRASE = new RegExp(`[${RIGHT_TO_LEFT}](?:[^\\p{L}]*[${RIGHT_TO_LEFT}\\p{M}])*`, 'gu')

/** Most texts have none of it. */
const UNUSUAL = / {2}|[^ -~\u00a1-\u00ac\u00ae-\u00ff–—“”…€]/

export function writable(text: string): string {
  if (!UNUSUAL.test(text)) return text
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/(\p{M}{6})\p{M}+/gu, '$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(
      /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}\ufffd\u115f\u1160\u3164\uffa0]|\p{Variation_Selector}/gu,
      '',
    )
    .replace(PHRASE, (phrase) => phrase.split(' ').reverse().join(' '))
}
