// Tests the panel's pure functions: amounts, masks, times, bars, initials.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { barsOf } from '../../panel/logic/bars.ts'
import { cx } from '../../panel/logic/class-names.ts'
import { formatsOf } from '../../panel/logic/formats.ts'
import {
  isFoundRecord,
  plainText,
  recordOf,
  recordPath,
  withFormattedDates,
  withRecentRecord,
} from '../../panel/logic/found-records.ts'
import { initialsOf } from '../../panel/logic/initials.ts'
import { chatUrl, maskPhone, maskPostalCode, maskTaxId, phoneOf } from '../../panel/logic/masks.ts'
import {
  amountOf,
  centsOf,
  isDecimal,
  meanOf,
  missingAmount,
  parseAmount,
  shareOf,
  sumOf,
} from '../../panel/logic/money.ts'
import { PATHS } from '../../panel/logic/paths.ts'
import { namedPeriods, percentChange, spanBefore } from '../../panel/logic/report-periods.ts'
import { leftText, timeLeft } from '../../panel/logic/time-left.ts'
import { innerPath, isPlainClick, panelPath, paramsIn, pathOf, withSearch } from '../../panel/logic/urls.ts'

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })

test('amounts are exact, however large', () => {
  fc.assert(fc.property(cents, (value) => centsOf(amountOf(value)) === value))
  fc.assert(fc.property(cents, cents, (a, b) => sumOf([amountOf(a), amountOf(b)]) === amountOf(a + b)))
  for (const [text, value] of [
    ['0.1', 10n],
    ['12', 1200n],
    ['-0.05', -5n],
    ['1.239', 123n],
  ] as const)
    assert.equal(centsOf(text), value, text)
  for (const text of ['', 'x', '1,5', '1.', '.5']) assert.equal(centsOf(text), undefined, text)
  assert.equal(centsOf(0.1 + 0.2), 30n)
  assert.ok(isDecimal('10.00') && !isDecimal('10,00') && !isDecimal(''))
})

test('an amount is missing only if the balance is lower', () => {
  assert.equal(missingAmount('10.00', '12.50'), '2.50')
  assert.equal(missingAmount('12.50', '12.50'), undefined)
})

test('means and shares of nothing are zero, and a share is at most the whole', () => {
  assert.deepEqual([meanOf('10.00', 3), meanOf('10.00', 0)], ['3.33', '0.00'])
  assert.deepEqual(
    [shareOf('1', '4'), shareOf('5', '4'), shareOf('-1', '4'), shareOf('1', '0'), shareOf('x', '4')],
    [0.25, 1, 0, 0, 0],
  )
})

test('typed amounts are parsed', () => {
  for (const [typed, amount] of [
    ['1.234,5', '1234.50'],
    ['1234.50', '1234.50'],
    ['R$ 1.234.567,89', '1234567.89'],
    ['1,234.56', '1234.56'],
    ['1.234', '1234.00'],
    ['07', '7.00'],
    ['0,5', '0.50'],
    ['', undefined],
    ['abc', undefined],
    ['-5', undefined],
  ] as const)
    assert.equal(parseAmount(typed), amount, typed)
  const brl = formatsOf('pt-BR', 'America/Sao_Paulo')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), (value) => {
      const amount = amountOf(value)
      return parseAmount(brl.money(amount)) === amount
    }),
  )
})

test('CPF, CNPJ, telephone and CEP get their signs while they are typed', () => {
  assert.equal(maskTaxId('12345678901'), '123.456.789-01')
  assert.equal(maskTaxId('123.4'), '123.4')
  assert.equal(maskTaxId('12abc34501de35'), '12.ABC.345/01DE-35')
  assert.equal(maskTaxId('123456789012345'), '12.345.678/9012-34')
  assert.equal(maskPhone('11987654321'), '(11) 98765-4321')
  assert.equal(maskPhone('5511987654321'), '(11) 98765-4321')
  assert.equal(maskPhone('1133334444'), '(11) 3333-4444')
  assert.equal(maskPhone('11'), '11')
  assert.equal(maskPhone('+351 912 345 678'), '+351 912 345 678')
  assert.equal(maskPostalCode('01310100x'), '01310-100')
  assert.deepEqual(['(11) 98765-4321', '+351 912345678', '123'].map(phoneOf), [
    '+5511987654321',
    '+351912345678',
    undefined,
  ])
  fc.assert(fc.property(fc.string(), (text) => maskTaxId(maskTaxId(text)) === maskTaxId(text)))
})

test('a chat opens with the country code, in any spelling of the number', () => {
  for (const phone of ['11 98765-4321', '011 98765-4321', '5511987654321', '+55 11 98765-4321'])
    assert.equal(chatUrl(phone, 'Olá!'), 'https://wa.me/5511987654321?text=Ol%C3%A1!', phone)
  assert.equal(chatUrl('+351 912 345 678', ''), 'https://wa.me/351912345678?text=')
  for (const phone of ['98765-4321', '', null, undefined])
    assert.equal(chatUrl(phone, ''), 'https://wa.me/?text=', String(phone))
})

test('time until a deadline', () => {
  const at = new Date('2027-01-26T12:00:00Z')
  const days = (count: number) => `${count} dias`
  const text = (until: string) => leftText(timeLeft(until, at).minutes, days)
  assert.equal(text('2027-01-26T12:28:30Z'), '28 min')
  assert.equal(text('2027-01-26T17:38:00Z'), '5 h 38')
  assert.equal(text('2027-01-28T12:00:00Z'), '2 dias')
  assert.equal(text('2027-01-26T11:00:00Z'), '0 min')
  assert.deepEqual(timeLeft('2027-01-26T11:59:00Z', at), { minutes: -1, isOver: true, isUrgent: true })
  assert.equal(timeLeft('2027-01-26T14:00:00Z', at).isUrgent, false)
})

test("times are the team's, in the reader's language", () => {
  const pt = formatsOf('pt-BR', 'America/Sao_Paulo')
  const en = formatsOf('en', 'America/Manaus')
  const at = '2027-01-26T02:24:00.000Z'
  assert.equal(pt.isoDay(at), '2027-01-25')
  assert.equal(pt.hourOf(new Date(at)), 23)
  assert.equal(en.hourOf(new Date(at)), 22)
  assert.match(pt.moment(at), /^25 jan, 23:24$/)
  assert.match(pt.long(new Date(at)), /^Segunda-feira, 25 de janeiro$/)
  assert.equal(pt.day('2027-01-26'), '26 jan')
  assert.equal(pt.date('2027-01-26'), '26/01/2027')
  assert.equal(pt.weekday('2027-01-26'), 'ter')
  assert.match(pt.money('1234.5'), /^R\$\s1\.234,50$/)
  assert.match(pt.money('99999999999999.99'), /99\.999\.999\.999\.999,99$/)
  assert.match(pt.money('1', 'EUR'), /€/)
  assert.match(pt.round('1500.6'), /1\.501$/)
  assert.equal(pt.money('?'), '?')
  assert.equal(pt.number(1234), '1.234')
  assert.match(pt.short(15_000), /15\s?mil/)
  assert.match(pt.stamp(at), /25\/01\/2027,? 23:24/)
  assert.equal(pt.time(at), '23:24')
})

test('bars start at the base line and stay inside the chart', () => {
  const day = fc.record({
    day: fc.constant('2027-01-01'),
    amount: fc.nat(10_000_000).map((value) => amountOf(BigInt(value))),
    count: fc.nat(9),
    part: fc.nat(10_000_000).map((value) => amountOf(BigInt(value))),
  })
  fc.assert(
    fc.property(fc.array(day, { maxLength: 60 }), fc.integer({ min: 200, max: 1400 }), (days, width) => {
      const { bars, ground, height, edge, lines, average } = barsOf(days, width)
      for (const { box: bar, foot } of bars) {
        for (const { y, height } of [bar, foot])
          assert.ok(Math.abs(y + height - ground) < 1e-6 && height >= 0)
        assert.ok(bar.x >= edge && bar.x + bar.width <= width + 1 && bar.y >= 0 && foot.height <= bar.height)
      }
      assert.ok(ground < height && average <= ground && lines.length === 3)
    }),
  )
})

test('report periods, the preceding ones, and the change', () => {
  assert.deepEqual(namedPeriods('2027-01-26'), {
    thisMonth: { start_date: '2027-01-01', end_date: '2027-01-26', group_by: '' },
    lastMonth: { start_date: '2026-12-01', end_date: '2026-12-31', group_by: '' },
    quarter: { start_date: '2026-10-29', end_date: '2027-01-26', group_by: 'week' },
    thisYear: { start_date: '2027-01-01', end_date: '2027-01-26', group_by: 'month' },
    lastYear: { start_date: '2026-01-01', end_date: '2026-12-31', group_by: 'month' },
  })
  assert.deepEqual(spanBefore({ start_date: '2027-03-01', end_date: '2027-03-31' }), {
    start_date: '2027-01-29',
    end_date: '2027-02-28',
  })
  assert.deepEqual(
    [percentChange('12.00', '8.00'), percentChange(3, 4), percentChange('1.00', '0.00'), percentChange(2, 2)],
    [50, -25, undefined, 0],
  )
})

test('search results have a name and a link; opened ones are remembered, newest first', () => {
  const found = {
    id: 'inv-1',
    type: 'quote',
    title: 'inv-1',
    subtitle: 'Ana Lima · 2027-01-02',
    amount: '9.00',
  }
  const rest = { status: 'sent', currency: 'BRL', matched: 'client', exact: false, created_at: '' } as const
  const quote = recordOf({ ...found, ...rest, type: 'quote' })
  assert.deepEqual(quote, {
    id: 'inv-1',
    type: 'quote',
    name: 'Ana Lima',
    text: '2027-01-02',
    amount: '9.00',
  })
  const booking = recordOf({ ...found, ...rest, type: 'booking', title: 'ABC123' })
  assert.deepEqual([booking.name, booking.text], ['ABC123', 'Ana Lima · 2027-01-02'])
  assert.equal(withFormattedDates(booking.text, formatsOf('pt-BR', 'UTC').date), 'Ana Lima · 02/01/2027')
  assert.equal(recordPath({ type: 'recurring_invoice', id: 'r' }), '/recorrentes/r')
  const many = Array.from({ length: 9 }, (_, index) => ({ ...quote, id: `${index}` }))
  const kept = [...many, { ...quote, id: '4' }].reduce(withRecentRecord, [])
  assert.equal(kept.map(({ id }) => id).join(''), '487653')
  const odd = [{ id: 1 }, { ...quote, type: 'team' }, { ...quote, type: 'toString' }, null, 7]
  assert.deepEqual([...kept, ...odd].filter(isFoundRecord), kept)
  assert.equal(plainText(' Orçamentos '), 'orcamentos')
})

test('initials are those of the first and the last name', () => {
  assert.equal(initialsOf('Marina Alves de Souza'), 'MS')
  assert.equal(initialsOf('  Embarque'), 'E')
  assert.equal(initialsOf(''), '')
})

test('class names that are false or missing are left out', () => {
  assert.equal(cx('a', false, undefined, 'b', null), 'a b')
})

test('an id is escaped in a path', () => {
  assert.equal(PATHS.booking('a/b'), '/reservas/a%2Fb')
})

test('a path matches its screen, also if malformed', () => {
  assert.deepEqual(paramsIn('/', '/'), {})
  assert.deepEqual(paramsIn('/reservas/$id', '/reservas/a%20b'), { id: 'a b' })
  assert.deepEqual(paramsIn('/faturas/$id/editar', '/faturas/%E0%A4/editar'), { id: '%E0%A4' })
  for (const path of ['/reservas', '/reservas/', '/reservas/a/b', '/clientes/a', ''])
    assert.equal(paramsIn('/reservas/$id', path), undefined, path)
})

test('ids survive a round trip through a path', () => {
  const anId = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' })
  fc.assert(
    fc.property(anId, (id) => {
      const path = pathOf(new URL(`http://h${PATHS.booking(id)}?page=2#x`).pathname)
      const isDots = ['.', '..'].includes(id)
      assert.deepEqual(paramsIn('/reservas/$id', path), isDots ? undefined : { id })
    }),
  )
  assert.deepEqual(paramsIn('/reservas/$id', '/reservas/a%2Fb'), { id: 'a/b' })
  assert.deepEqual(paramsIn('/reservas/$id', '/reservas/%zz'), { id: '%zz' })
  assert.deepEqual(['/voos/?legs=a/b', '/', '', '/voos#main'].map(pathOf), ['/voos', '/', '/', '/voos'])
})

test('links between screens are handled by the panel, all others by the browser', () => {
  const link = (href: string, target = '') => {
    const { origin, pathname, search, hash } = new URL(href, 'https://a.example/painel/reservas?page=2')
    return panelPath({ origin, pathname, search, hash, target }, 'https://a.example')
  }
  assert.equal(link('/painel/voos?legs=GRU-SDU'), '/voos?legs=GRU-SDU')
  assert.equal(link('/painel'), '')
  assert.equal(link('/painel/clientes/a%2Fb', '_self'), '/clientes/a%2Fb')
  for (const href of [
    '#main',
    '/painel/voos#x',
    '/api/v1/x.pdf',
    '/painelx',
    'https://b.example/painel/',
    'mailto:a@b',
  ])
    assert.equal(link(href), undefined, href)
  assert.equal(link('/painel/voos', '_blank'), undefined)
  const press = {
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
  }
  assert.ok(isPlainClick(press))
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey', 'defaultPrevented'])
    assert.ok(!isPlainClick({ ...press, [key]: true }), key)
  assert.ok(!isPlainClick({ ...press, button: 1 }))
})

test('the page after a sign-in is always inside the panel', () => {
  for (const inside of ['/', '/voos?legs=a', '/clientes/a%2Fb', '/a..b'])
    assert.equal(innerPath(inside), inside)
  for (const text of [
    undefined,
    '',
    'voos',
    '//b.example',
    '/\\\\b.example',
    '/../api',
    '/%2e%2e/x',
    '/a/../../x',
  ])
    assert.equal(innerPath(text), undefined, String(text))
})

test('filters are appended to a path, except empty ones', () => {
  assert.equal(withSearch('/reservas', { status: '', page: '' }), '/reservas')
  assert.equal(withSearch('/reservas', { search: 'a&b', page: '2' }), '/reservas?search=a%26b&page=2')
  assert.equal(withSearch('/voos?type=one_way', { legs: 'x' }), '/voos?type=one_way&legs=x')
})
