// Amounts in words: irregular forms, borders between groups, and no two alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountInWords } from './amount-in-words.ts'

const WORDS: [cents: bigint, portuguese: string, english: string][] = [
  [0n, 'zero reais', 'zero reais'],
  [
    123_456n,
    'mil duzentos e trinta e quatro reais e cinquenta e seis centavos',
    'one thousand two hundred and thirty-four reais and fifty-six centavos',
  ],
  [1n, 'um centavo', 'one centavo'],
  [100n, 'um real', 'one real'],
  [101n, 'um real e um centavo', 'one real and one centavo'],
  [1_600n, 'dezesseis reais', 'sixteen reais'],
  [2_150n, 'vinte e um reais e cinquenta centavos', 'twenty-one reais and fifty centavos'],
  [10_000n, 'cem reais', 'one hundred reais'],
  [10_100n, 'cento e um reais', 'one hundred and one reais'],
  [100_000n, 'mil reais', 'one thousand reais'],
  [110_000n, 'mil e cem reais', 'one thousand one hundred reais'],
  [200_500n, 'dois mil e cinco reais', 'two thousand five reais'],
  [100_000_000n, 'um milhão de reais', 'one million reais'],
  [100_010_000n, 'um milhão e cem reais', 'one million one hundred reais'],
  [
    250_000_000_099n,
    'dois bilhões e quinhentos milhões de reais e noventa e nove centavos',
    'two billion five hundred million reais and ninety-nine centavos',
  ],
]

for (const [cents, portuguese, english] of WORDS)
  test(`${cents} cents are ${portuguese}`, () => {
    assert.match(amountInWords(cents, 'pt-BR'), new RegExp(`^R\\$\\s[\\d.,]+ \\(${portuguese}\\)$`))
    assert.match(amountInWords(cents, 'en'), new RegExp(`^R\\$\\s[\\d.,]+ \\(${english}\\)$`))
  })

test('no two amounts have the same words', () => {
  for (const language of ['pt-BR', 'en'] as const) {
    const spoken = new Set<string>()
    for (let cents = 0n; cents < 30_000_000n; cents += 997n)
      spoken.add(amountInWords(cents, language).replace(/^[^(]*/, ''))
    assert.equal(spoken.size, Math.ceil(30_000_000 / 997))
  }
})
