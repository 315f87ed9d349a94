// Pix codes compared with Banco Central's examples and three independent libraries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatePixPayload, getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { createDynamicPix, hasError, isDynamicPix, isStaticPix, parsePix } from 'pix-utils'
import { isPixCopyPaste } from 'validation-br'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { brCode, crc16, dynamicBrCode, isBrCode, type StaticPix } from './br-code.ts'
import { formatAmount } from './money.ts'

const KEY = '123e4567-e12b-12d1-a456-426655440000'
const EXAMPLE: StaticPix = {
  key: KEY,
  merchantName: 'Fulano de Tal',
  city: 'BRASILIA',
  amountCents: 10_050n,
  txid: 'RCH1',
}
const CENTS_MAX = 999_999_999_999n

/** From the central bank's manual of standards for starting a Pix. */
const MANUAL = {
  static:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
    '5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  dynamic:
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd441' +
    '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
  'static, with a recurrence':
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.505802BR' +
    '5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/' +
    '2353c790eefb11eaadc10242ac12000263042875',
}

test('the CRC has the published values', () => {
  assert.equal(crc16('123456789'), '29B1')
  assert.equal(crc16('A'), 'B915')
  assert.equal(crc16(''), 'FFFF')
})

for (const [name, code] of Object.entries(MANUAL)) {
  test(`the manual's example is valid: ${name}`, () => assert.equal(isBrCode(code), true))
}

test("the manual's static example, with an amount and a txid", () => {
  const covered = MANUAL.static
    .slice(0, -4)
    .replace('5802BR', '5406100.505802BR')
    .replace('62070503***', '62080504RCH1')
  assert.equal(brCode(EXAMPLE), covered + crc16(covered))
})

const cents = () => fc.oneof(fc.bigInt(1n, CENTS_MAX), fc.bigInt(1n, 10_000_000n))
const txid = () => fc.stringMatching(/^[A-Za-z0-9]{1,25}$/)
const anyText = () => fc.oneof(anyCharacters(), fc.string({ unit: 'grapheme-ascii' }), nameLike())
const nameLike = () => {
  const part = fc.constantFrom(
    ...'aeiouAEIOUzÇçãõÃÕáéíóúâêôàüÜñ .&-/',
    'São ',
    'João',
    '✈️',
    '👨‍👩‍👧',
    '😀',
    'ß',
    '’',
    '東',
    '\n',
  )
  return fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))
}
const anyPix = () =>
  fc.record({ key: fc.uuid(), merchantName: anyText(), city: anyText(), amountCents: cents(), txid: txid() })

test('with any names, three libraries accept the code and read the same values', () => {
  fc.assert(
    fc.property(anyPix(), (pix) => {
      const code = brCode(pix)
      assert.ok(isBrCode(code))
      assert.ok(isPixCopyPaste(code))
      const one = getPixPayloadInfo(code)
      const other = parsePix(code)
      assert.ok(one !== null && !hasError(other) && isStaticPix(other))
      assert.deepEqual([one.key, one.txid, one.pointOfInitiation], [pix.key, pix.txid, 'static'])
      assert.deepEqual([other.pixKey, other.txid], [pix.key, pix.txid])
      assert.equal(centsOf(one.amount), pix.amountCents)
      assert.equal(centsOf(other.transactionAmount), pix.amountCents)
      assert.deepEqual([one.merchantName, one.merchantCity], [other.merchantName, other.merchantCity])
      assert.match(one.merchantName, /^(?! )[ -~]{1,25}(?<! )$/)
      assert.match(one.merchantCity, /^(?! )[ -~]{1,15}(?<! )$/)
    }),
    { numRuns: fullRuns ? 3_000 : 400 },
  )
})

test("with Portuguese names it equals another library's code", () => {
  // Not only spaces: that library refuses them.
  const name = fc.stringMatching(/^[A-Za-zÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü][A-Za-z0-9À-ÅÇ-Ïà-åç-ï .&/-]{0,40}$/)
  fc.assert(
    fc.property(
      fc.record({ key: fc.uuid(), merchantName: name, city: name, amountCents: cents(), txid: txid() }),
      (pix) => {
        const { amountCents, city, ...rest } = pix
        const amount = Number(formatAmount(amountCents))
        assert.equal(brCode(pix), generatePixPayload({ ...rest, merchantCity: city, amount }))
      },
    ),
    { numRuns: fullRuns ? 2_000 : 250 },
  )
})

const NAMES: [given: string, written: string][] = [
  ['Agência São João ✈️', 'Agencia Sao Joao'],
  ['  Viagens \n e\tTurismo  ', 'Viagens e Turismo'],
  ['Sant’Ana – Câmbio & Cia.', "Sant'Ana - Cambio & Cia."],
  ['Weiß Ærø Łódź', 'Weiss AEro Lodz'],
  ['Ｔｕｒ １ª ﬁla', 'Tur 1a fila'],
  ['Tu\u00adris\u200bmo', 'Turismo'],
  ['Sa\u0303o Paulo', 'Sao Paulo'],
  ['Companhia de Navegação Ultramarina', 'Companhia de Navegacao Ul'],
  ['✈️ Companhia de Navegação Ultramarina', 'Companhia de Navegacao Ul'],
  ['Agência de Viagens Aurora do Sul', 'Agencia de Viagens Aurora'],
  ['Agencia de Viagens Auror & Filhos', 'Agencia de Viagens Auror'],
  ['😀', 'Recebedor'],
  ['東京旅行', 'Recebedor'],
  ['\u0301\ud800', 'Recebedor'],
  ['', 'Recebedor'],
]
for (const [given, written] of NAMES) {
  test(`${JSON.stringify(given)} is written ${written}`, () => {
    assert.equal(getPixPayloadInfo(brCode({ ...EXAMPLE, merchantName: given }))?.merchantName, written)
  })
}

test('cities are truncated at 15 and never empty', () => {
  const cityOf = (city: string) => getPixPayloadInfo(brCode({ ...EXAMPLE, city }))?.merchantCity
  assert.equal(cityOf('São José do Rio Preto'), 'Sao Jose do Rio')
  assert.equal(cityOf('Águas de Lindóia'), 'Aguas de Lindoi')
  assert.equal(cityOf('✈️'), 'Brasil')
})

const OTHER_KEYS = [
  'financeiro@agencia.com.br',
  '+5511987654321',
  '12345678909',
  '12ABC34501DE35',
  `${'a'.repeat(70)}@b.c.br`,
]
for (const key of OTHER_KEYS) {
  test(`a key of another kind is read back: ${key}`, () => {
    const code = brCode({ ...EXAMPLE, key })
    assert.equal(isBrCode(code), true)
    assert.equal(getPixPayloadInfo(code)?.key, key)
  })
}

const REFUSED: [name: string, part: Partial<StaticPix>][] = [
  ['nothing', { amountCents: 0n }],
  ['less than nothing', { amountCents: -1n }],
  ['14 characters of amount', { amountCents: CENTS_MAX + 1n }],
  ...['', 'a'.repeat(26), '***', 'a b', 'ação', 'a\n', 'a-1'].map((wrong): [string, Partial<StaticPix>] => [
    `txid ${JSON.stringify(wrong)}`,
    { txid: wrong },
  ]),
  ...[
    '',
    ' ',
    'x',
    KEY.toUpperCase(),
    `${KEY} `,
    '123.456.789-09',
    '11987654321a',
    'a@b',
    'ç@b.com',
    'A@b.com',
    `${'a'.repeat(72)}@b.com`,
  ].map((wrong): [string, Partial<StaticPix>] => [`key ${JSON.stringify(wrong)}`, { key: wrong }]),
]
for (const [name, part] of REFUSED) {
  test(`refused: ${name}`, () => assert.throws(() => brCode({ ...EXAMPLE, ...part }), RangeError))
}

test('the smallest and the largest amount are accepted', () => {
  assert.match(brCode({ ...EXAMPLE, amountCents: 1n }), /54040\.015802BR/)
  assert.match(brCode({ ...EXAMPLE, amountCents: CENTS_MAX }), /54139999999999\.995802BR/)
})

test('a changed character, two swapped ones and a missing end are detected', () => {
  const code = fc.oneof(anyPix().map(brCode), fc.constantFrom(...Object.values(MANUAL)))
  fc.assert(
    fc.property(code, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (text, nat, character) => {
      const at = nat % text.length
      const [before, here = '', next = '', after] = [
        text.slice(0, at),
        text[at],
        text[at + 1],
        text.slice(at + 2),
      ]
      const changed = before + String.fromCharCode(character) + next + after
      const swapped = before + next + here + after
      for (const wrong of [changed, swapped]) {
        if (wrong === text) continue
        assert.equal(isBrCode(wrong), false, wrong)
        // That library trims, and takes small letters in the CRC.
        if (wrong.trim().toUpperCase() !== text.toUpperCase()) assert.equal(isValidPixPayload(wrong), false)
      }
      assert.equal(isBrCode(before), false)
    }),
    { numRuns: fullRuns ? 3_000 : 400 },
  )
})

test('dynamic codes of two libraries are valid', () => {
  const url = fc.stringMatching(/^pix\.[a-z]{2,10}\.com\.br\/(?:qr\/)?v2\/[a-f0-9]{1,40}$/)
  const name = fc.stringMatching(/^[A-Za-z]{1,15}$/)
  fc.assert(
    fc.property(url, name, name, fc.boolean(), (url, merchantName, merchantCity, oneTime) => {
      const first = generatePixPayload({ url, merchantName, merchantCity })
      const second = createDynamicPix({ url, merchantName, merchantCity, oneTime })
      assert.ok(first !== null && !hasError(second))
      assert.deepEqual([isBrCode(first), isBrCode(second.toBRCode())], [true, true])
    }),
    { numRuns: 500 },
  )
})

const RECEIVER = '26580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000'
const BODY = `000201${RECEIVER}5204000053039865802BR5906FULANO6008BRASILIA62070503***`
const RIGHT: [name: string, body: string][] = [
  ['the one that the wrong ones are made from', BODY],
  ['capitals in the name of the scheme', BODY.replace('br.gov.bcb.pix', 'BR.GOV.BCB.Pix')],
  ['a name of 30', BODY.replace('5906FULANO', `5930${'N'.repeat(30)}`)],
  ['another scheme beside Pix', BODY.replace('5204', '27120008br.other5204')],
  ['Pix in another place', BODY.replace('2658', '2712XXXXXXXXXXXX4358')],
  ['the method of a code used many times', BODY.replace('2658', '0102112658')],
  ['an address with a port', BODY.replace(RECEIVER, '26380014br.gov.bcb.pix2516localhost:8080/x')],
  ['no field of its own for the txid', BODY.replace('62070503***', '')],
  ['all that readers take', filled(512)],
]
for (const [name, body] of RIGHT) {
  test(`valid: ${name}`, () => assert.equal(isBrCode(seal(body)), true))
}

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
test('names with accents are read, whether a bank counts characters or bytes', () => {
  const name = 'AGÊNCIA SÃO JOÃO'
  for (const length of [name.length, utf8(name).length]) {
    const body = `${BODY.replace('5906FULANO', `59${length}${name}`)}6304`
    for (const covered of [body, utf8(body)]) assert.equal(isBrCode(body + crc16(covered)), true)
    assert.equal(isBrCode(`${body}0000`), false)
  }
  const wide = `${BODY.replace('FULANO', 'F✈LANO')}6304`
  assert.equal(isBrCode(wide + crc16(utf8(wide))), true)
  assert.equal(isBrCode(`${wide.replace('5906', '5905')}${crc16(utf8(wide))}`), false)
})

test("a dynamic code equals the manual's, and two libraries read it", () => {
  const receiver = { name: 'Fulano de Tal', city: 'BRASILIA' }
  assert.equal(dynamicBrCode('pix.example.com/8b3da2f39a4140d1a91abd93113bd441', receiver), MANUAL.dynamic)
  const url = fc.stringMatching(/^pix\.[a-z]{2,10}\.com\.br\/(?:qr\/)?v2\/[a-f0-9]{1,40}$/)
  fc.assert(
    fc.property(url, anyText(), anyText(), (location, name, city) => {
      const code = dynamicBrCode(location, { name, city })
      const read = parsePix(code)
      assert.ok(isBrCode(code) && !hasError(read) && isDynamicPix(read))
      assert.deepEqual([read.url, getPixPayloadInfo(code)?.pointOfInitiation], [location, 'dynamic'])
    }),
    { numRuns: fullRuns ? 500 : 100 },
  )
  for (const wrong of [
    '',
    'psp.com',
    'https://psp.com/x',
    'psp.com/a b',
    'psp.com/ã',
    `psp.com/${'x'.repeat(70)}`,
  ])
    assert.throws(() => dynamicBrCode(wrong, receiver), RangeError)
})

const WRONG: [name: string, body: string][] = [
  ['nothing', ''],
  ...['000201', RECEIVER, '52040000', '5303986', '5802BR', '5906FULANO', '6008BRASILIA'].map(
    (part): [string, string] => [`without ${part}`, BODY.replace(part, '')],
  ),
  ['another version', BODY.replace('000201', '000202')],
  ['dollars', BODY.replace('986', '840')],
  ['Portugal', BODY.replace('BR59', 'PT59')],
  ['an empty name', BODY.replace('5906FULANO', '5900')],
  ['an empty field', `${BODY}8100`],
  ['a blank name', BODY.replace('FULANO', '      ')],
  ['a field twice', `${BODY}5906FULANO`],
  ['something after the fields', `${BODY}99`],
  ['a field that is too short', `${BODY}9905abc`],
  ['a length that is no number', BODY.replace('5906FULANO', '59+6FULANO')],
  ['fields in front of the first', `5906FULANO${BODY.replace('5906FULANO', '')}`],
  ['two CRCs', `${BODY}6304ABCD`],
  ['a line break', BODY.replace('FULANO', 'FUL\nNO')],
  ['no method known', BODY.replace('2658', '0102132658')],
  ['an amount with a comma', BODY.replace('5802BR', '54041,005802BR')],
  ['an amount of 14 characters', BODY.replace('5802BR', '541412345678901.005802BR')],
  ['no label', BODY.replace('62070503***', '62070103***')],
  ['a label that does not fit', BODY.replace('62070503***', '62070509***')],
  ['another scheme', BODY.replace('br.gov.bcb.pix', 'br.gov.bcb.pox')],
  ['Pix where no receiver can be', BODY.replace('2658', '2558')],
  ['no key', BODY.replace(RECEIVER, '26180014br.gov.bcb.pix')],
  ['a receiver that does not fit', BODY.replace('0136', '0137')],
  ['key and address', BODY.replace(RECEIVER, '26320014br.gov.bcb.pix0101a2505b.c/x')],
  ['two receivers', BODY.replace('5204', `${RECEIVER.replace('26', '27')}5204`)],
  ['an address with its scheme', BODY.replace(RECEIVER, '26390014br.gov.bcb.pix2517https://psp.com/x')],
  ['an address without path', BODY.replace(RECEIVER, '26290014br.gov.bcb.pix2507psp.com')],
  ['more than readers take', filled(513)],
]
for (const [name, body] of WRONG) {
  test(`invalid despite a right CRC: ${name}`, () => assert.equal(isBrCode(seal(body)), false))
}

test('invalid: its own CRC, but not at the end', () => {
  const covered = `${BODY}630419118004`
  assert.equal(crc16(covered), '1911')
  assert.equal(isBrCode(`${covered}abcd`), false)
})

test('invalid: lower case in the CRC, spaces around, empty text', () => {
  const code = seal(BODY)
  assert.match(code.slice(-4), /[A-F]/)
  for (const wrong of [
    code.toLowerCase(),
    code.slice(0, -4) + code.slice(-4).toLowerCase(),
    ` ${code}`,
    `${code}\n`,
    '',
  ])
    assert.equal(isBrCode(wrong), false)
})

function seal(body: string): string {
  return `${body}6304${crc16(`${body}6304`)}`
}

/** The body of a code with so many characters in all, padded by optional fields. */
function filled(length: number): string {
  const rest = length - seal(BODY).length - 4 * 4 - 3 * 90
  const fields = [90, 90, 90, rest].map((size, index) => `8${index}${size}${'x'.repeat(size)}`)
  const body = BODY + fields.join('')
  assert.equal(seal(body).length, length)
  return body
}

function centsOf(reais: number | undefined): bigint {
  return BigInt(Math.round((reais ?? Number.NaN) * 100))
}
