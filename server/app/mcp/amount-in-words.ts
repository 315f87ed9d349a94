// Writes amounts in words, as on cheques: a wrong digit is easily overlooked, a wrong word is not. Agents
// show them to their user for confirmation.
import { type Cents, formatBrl } from '../../kernel/values/money.ts'

export type WordLanguage = 'pt-BR' | 'en'

/** "R$ 1.234,56 (mil duzentos e trinta e quatro reais e cinquenta e seis centavos)". */
export function amountInWords(cents: Cents, language: WordLanguage): string {
  const [whole, rest] = [cents / 100n, cents % 100n]
  const { number, real, centavo, and } = language === 'en' ? ENGLISH : PORTUGUESE
  const reais = whole === 0n && rest > 0n ? [] : [`${number(whole)} ${real(whole)}`]
  const centavos = rest === 0n ? [] : [`${number(rest)} ${centavo(rest)}`]
  return `${formatBrl(cents)} (${[...reais, ...centavos].join(` ${and} `)})`
}

interface Speech {
  number(value: bigint): string
  real(count: bigint): string
  centavo(count: bigint): string
  and: string
}

const PORTUGUESE: Speech = {
  number: (value) =>
    spoken(value, belowThousandPt, ['mil', 'milhão|milhões', 'bilhão|bilhões', 'trilhão|trilhões'], joinPt),
  // "um milhão de reais", but "um milhão e cem reais".
  real: (count) =>
    `${count >= 1_000_000n && count % 1_000_000n === 0n ? 'de ' : ''}${count === 1n ? 'real' : 'reais'}`,
  centavo: (count) => (count === 1n ? 'centavo' : 'centavos'),
  and: 'e',
}

const ENGLISH: Speech = {
  number: (value) =>
    spoken(value, belowThousandEn, ['thousand', 'million', 'billion', 'trillion'], (groups) =>
      groups.map(({ words }) => words).join(' '),
    ),
  real: (count) => (count === 1n ? 'real' : 'reais'),
  centavo: (count) => (count === 1n ? 'centavo' : 'centavos'),
  and: 'and',
}

interface Group {
  value: number
  words: string
}

/** Groups of three digits, each with its name; a name with two forms has one for the singular. */
function spoken(
  value: bigint,
  below: (value: number) => string,
  names: readonly string[],
  join: (groups: Group[]) => string,
): string {
  if (value === 0n) return below(0)
  const groups: Group[] = []
  for (let [left, place] = [value, 0]; left > 0n; left /= 1_000n, place++) {
    const group = Number(left % 1_000n)
    if (group === 0) continue
    const [one = '', many = one] = (names[place - 1] ?? '').split('|')
    const name = group === 1 ? one : many
    // "mil", and not "um mil".
    const words = name === 'mil' && group === 1 ? 'mil' : `${below(group)} ${name}`.trim()
    groups.unshift({ value: group, words })
  }
  return join(groups)
}

/** "e" stands before a last group that is below a hundred, or whole hundreds. */
function joinPt(groups: Group[]): string {
  return groups
    .map(({ value, words }, index) => {
      if (index === 0) return words
      const isLast = index === groups.length - 1
      return isLast && (value < 100 || value % 100 === 0) ? ` e ${words}` : ` ${words}`
    })
    .join('')
}

const UNITS_PT = (
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze ' +
  'dezesseis dezessete dezoito dezenove'
).split(' ')
const TENS_PT = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const HUNDREDS_PT =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ')

function belowThousandPt(value: number): string {
  if (value === 100) return 'cem'
  const [hundreds, rest] = [HUNDREDS_PT[Math.floor(value / 100)], value % 100]
  if (value >= 100) return rest === 0 ? `${hundreds}` : `${hundreds} e ${belowThousandPt(rest)}`
  const [tens, units] = [TENS_PT[Math.floor(value / 10)], value % 10]
  return UNITS_PT[value] ?? (units === 0 ? `${tens}` : `${tens} e ${UNITS_PT[units]}`)
}

const UNITS_EN = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
  'fifteen sixteen seventeen eighteen nineteen'
).split(' ')
const TENS_EN = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function belowThousandEn(value: number): string {
  const rest = value % 100
  if (value >= 100) {
    const hundreds = `${UNITS_EN[Math.floor(value / 100)]} hundred`
    return rest === 0 ? hundreds : `${hundreds} and ${belowThousandEn(rest)}`
  }
  const [tens, units] = [TENS_EN[Math.floor(value / 10)], value % 10]
  return UNITS_EN[value] ?? (units === 0 ? `${tens}` : `${tens}-${UNITS_EN[units]}`)
}
