// Mails about bookings: content for each reader in both languages, and what the client must never see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PRODUCT_TEXTS } from '../../../contract/message-texts.ts'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import {
  OVERNIGHT,
  PASSENGER,
  sampleLongTrip,
  sampleRoundTrip,
  sampleSlice,
} from '../../../test/support/samples/sample-trip.ts'
import { type BookingMailView, bookingMail } from './mail.ts'

const NOTICES = ['created', 'ticketed', 'reminder', 'cancelled', 'changed', 'cancelled_by_carrier'] as const
const READERS = ['client', 'agency'] as const
const LANGUAGES = ['pt-BR', 'en'] as const
const EVERY = NOTICES.flatMap((notice) =>
  READERS.flatMap((to) => LANGUAGES.map((language) => [notice, to, language] as const)),
)

function view(changed: Partial<BookingMailView> = {}): BookingMailView {
  return {
    bookingReference: 'K7QX2M',
    bookingId: 'ord_0199f2a4c6d87b3e9a1f',
    agencyName: 'Agência Estrela',
    addressed: {
      clientName: 'Ana Souza',
      firstName: 'Ana',
      teamName: 'Agência Estrela',
      texts: PRODUCT_TEXTS,
    },
    clientName: 'Ana Souza',
    slices: sampleRoundTrip(),
    passengers: [
      { name: 'Ana Souza', type: 'adult', ticket: '0472401234567' },
      { name: 'Bia Souza', type: 'infant_without_seat', ticket: null },
    ],
    clientAmountCents: 1_234_567n,
    deadline: { at: new Date('2027-02-10T21:00:00Z'), zone: 'America/Sao_Paulo' },
    refund: { amountCents: 98_765n },
    holds: true,
    ...changed,
  }
}

test('the full text of a booking that awaits payment', () => {
  const slices = [sampleSlice([OVERNIGHT], 'PT9H55M')]
  const passengers = [{ name: 'Ana Souza', type: 'adult' as const, ticket: null }]
  const { subject, text } = bookingMail('created', 'client', 'pt-BR', view({ slices, passengers }))
  assert.equal(subject, 'Reserva K7QX2M feita: São Paulo → Lisboa, 15/02/2027')
  assert.equal(
    text,
    `Sua reserva foi feita

Olá, Ana Souza!

Os lugares estão reservados. Faça o pagamento diretamente com Agência Estrela até qua., 10 fev. 2027, 18:00 (horário \
de Brasília, UTC−3). Depois disso, a reserva expira e os lugares são liberados.

Resumo
- Localizador: K7QX2M
- Agência: Agência Estrela
- Valor total: R$ 12.345,67
- Pagar até: qua., 10 fev. 2027, 18:00 (horário de Brasília, UTC−3)

Voo: São Paulo (GRU) → Lisboa (LIS)
seg., 15 fev. 2027 · 9h55 · direto · horários locais

22:10       São Paulo (GRU)
            Aeroporto Internacional de Guarulhos, terminal 3
            Voo TP 84 · TAP Air Portugal
            9h55 · Airbus A330-900neo
            Econômica · 1 bagagem despachada, 1 de mão
11:05 (+1)  Lisboa (LIS)
            ter., 16 fev. 2027
            Aeroporto Humberto Delgado, terminal 1

Passageiros
- Ana Souza
  adulto

--
Agência Estrela. Esta é uma mensagem automática; não é preciso responder.
`,
  )
})

const CHANGE = {
  id: 'bch_1',
  created_at: '2027-01-10T12:00:00.000Z',
  before: [flightAt('2027-02-15T21:00:00', '2027-02-16T09:55:00')],
  after: [flightAt('2027-02-15T22:10:00', '2027-02-16T11:05:00')],
  available_actions: [],
  action_taken: null,
  action_taken_at: null,
}

function flightAt(departing_at: string, arriving_at: string) {
  return {
    origin: { iata_code: 'GRU', name: 'Guarulhos', terminal: null },
    destination: { iata_code: 'LIS', name: 'Lisboa', terminal: null },
    departing_at,
    arriving_at,
    marketing_carrier: { iata_code: 'TP', name: 'TAP Air Portugal' },
    marketing_carrier_flight_number: '84',
  }
}

/** The paragraphs and the blocks before the itinerary. */
const beginningOf = (text: string) => text.slice(0, text.search(/\n(?:Voo|Flight|Ida|Outbound)\b/))

test('a schedule change: flights before and after, and what to do', () => {
  const slices = [sampleSlice([OVERNIGHT], 'PT9H55M')]
  const mail = bookingMail('changed', 'client', 'pt-BR', view({ slices, changes: [CHANGE] }))
  assert.equal(mail.subject, 'Alteração de voo: reserva K7QX2M, São Paulo → Lisboa, 15/02/2027')
  assert.equal(
    beginningOf(mail.text),
    `Seus voos foram alterados

Olá, Ana Souza!

A companhia aérea alterou os voos da sua reserva. Veja abaixo o que mudou e como ficou a viagem.

Se a alteração não servir para você, fale com Agência Estrela.

Resumo
- Localizador: K7QX2M
- Agência: Agência Estrela
- Valor total: R$ 12.345,67

O que mudou
- Antes: TP 84, GRU 21:00 → LIS 09:55 (+1), 15/02/2027
- Agora: TP 84, GRU 22:10 → LIS 11:05 (+1), 15/02/2027
`,
  )
  const asking = { ...CHANGE, available_actions: ['accept' as const], after: [] }
  const asked = bookingMail('changed', 'agency', 'pt-BR', view({ changes: [asking] })).text
  assert.match(asked, /A companhia aguarda uma resposta: aceite a alteração de voo ou cancele a reserva\./)
  assert.match(asked, /- Agora: voo cancelado\n/)
})

test('a cancellation by the carrier: the client gets a contact, the agency the returned amount', () => {
  const mail = (to: 'client' | 'agency', language: 'pt-BR' | 'en') =>
    bookingMail('cancelled_by_carrier', to, language, view())
  assert.match(mail('client', 'pt-BR').subject, /^Reserva K7QX2M cancelada pela companhia aérea: São Paulo/)
  assert.match(mail('client', 'pt-BR').text, /devolução do valor, fale com Agência Estrela\./)
  assert.doesNotMatch(mail('client', 'en').text, /987|wallet|12,345/)
  assert.match(
    mail('agency', 'pt-BR').text,
    /cancelou a reserva abaixo\. O valor de R\$ 987,65 voltou à carteira\./,
  )
  assert.match(
    mail('agency', 'en').text,
    /has cancelled the booking below\. BRL 987\.65 returned to the wallet\./,
  )
})

test('the full text of tickets, in English, with a connection', () => {
  const passengers = [{ name: 'Ana Souza', type: 'adult' as const, ticket: '0472401234567' }]
  const slices = sampleRoundTrip().slice(1)
  const { subject, text } = bookingMail('ticketed', 'client', 'en', view({ passengers, slices }))
  assert.equal(subject, 'Ticket issued: booking K7QX2M, Lisboa → São Paulo, 27 Feb 2027')
  assert.equal(
    text,
    `Your ticket has been issued

Hello Ana Souza,

Everything is ready for your trip. The receipt is attached as a PDF.

Please check names and times, and take the documents of all passengers with you.

Summary
- Booking reference: K7QX2M
- Agency: Agência Estrela
- Total price: BRL 12,345.67

Flight: Lisboa (LIS) → São Paulo (GRU)
Sat, 27 Feb 2027 · 13h 45m · 1 connection · local times

18:15       Lisboa (LIS)
            Humberto Delgado Airport
            Flight TP 1018 · TAP Air Portugal
            1h 20m · Airbus A330-900neo
            Economy · 1 checked bag, 1 carry-on
20:35       Madrid (MAD)
            Adolfo Suárez Madrid–Barajas Airport
            Connection of 1h 40m
22:15       Madrid (MAD)
            Adolfo Suárez Madrid–Barajas Airport
            Flight LA 8065 · LATAM Airlines
            10h 45m · Airbus A330-900neo
            Economy · 1 checked bag, 1 carry-on
05:00 (+1)  São Paulo (GRU)
            Sun, 28 Feb 2027
            São Paulo/Guarulhos International Airport

Passengers
- Ana Souza
  adult · ticket 0472401234567

--
Agência Estrela. This is an automatic message; there is no need to reply.
`,
  )
})

for (const [notice, to, language] of EVERY) {
  test(`${notice} to the ${to} in ${language} has itinerary and passengers, in HTML and text`, () => {
    const { subject, html, text } = bookingMail(notice, to, language, view())
    assert.match(subject, /K7QX2M/)
    assert.ok(html.startsWith(`<!doctype html>\n<html lang="${language}">`))
    const shown = html.replace(/<[^>]*>/g, '\n')
    for (const words of [
      'K7QX2M',
      'São Paulo (GRU)',
      'Lisboa (LIS)',
      'TP 1018',
      '11:05 (+1)',
      'terminal 3',
      'Bia Souza',
      '0472401234567',
      'Agência Estrela',
    ]) {
      assert.ok(text.includes(words), words)
      assert.ok(shown.includes(words), words)
    }
    assert.ok(shown.includes(language === 'en' ? 'infant on lap' : 'bebê de colo'))
  })
}

test('the deadline is shown only while payment is awaited', () => {
  for (const [notice, to, language] of EVERY) {
    for (const holds of [true, false]) {
      const { text } = bookingMail(notice, to, language, view({ holds }))
      const isDue = notice === 'reminder' || (notice === 'created' && holds)
      assert.equal(/10 (?:fev\.|Feb) 2027, 18:00/.test(text), isDue, `${notice} ${to} ${holds}`)
    }
  }
  const { text } = bookingMail('created', 'client', 'pt-BR', view({ deadline: null }))
  assert.match(text, /Faça o pagamento diretamente com Agência Estrela\.\n/)
})

test("the deadline is in the agency's time zone, which is named", () => {
  const deadline = { at: new Date('2027-02-10T21:00:00Z'), zone: 'America/Manaus' }
  const { text } = bookingMail('reminder', 'client', 'pt-BR', view({ deadline }))
  assert.match(text, /Pagar até: qua\., 10 fev\. 2027, 17:00 \(horário de Manaus, UTC−4\)/)
})

test('an instant booking announces that the tickets follow', () => {
  assert.match(
    bookingMail('created', 'client', 'pt-BR', view({ holds: false })).text,
    /bilhetes chegam em outro/,
  )
  assert.match(
    bookingMail('created', 'agency', 'en', view({ holds: false })).text,
    /ticket numbers will follow/,
  )
})

test('wallet movements and the booking id are in mails to the agency only', () => {
  for (const [notice, to, language] of EVERY) {
    const { html, text, subject } = bookingMail(notice, to, language, view())
    const all = [html, text, subject].join('\n')
    assert.equal(all.includes('ord_0199f2a4c6d87b3e9a1f'), to === 'agency')
    const isCancelled = notice.startsWith('cancelled')
    assert.equal(/987[.,]65/.test(all), to === 'agency' && isCancelled)
    assert.equal(/carteira|wallet/i.test(all), to === 'agency' && isCancelled)
    assert.equal(/12.345.67/.test(all), to === 'agency' || !isCancelled)
  }
})

test('a cancellation shows its refund to the agency', () => {
  const refundText = (refund: BookingMailView['refund']) =>
    bookingMail('cancelled', 'agency', 'pt-BR', view({ refund })).text
  assert.match(
    refundText({ amountCents: 98_765n }),
    /O valor de R\$ 987,65 voltou à carteira\.[\s\S]*Devolvido à carteira: R\$ 987,65/,
  )
  assert.match(refundText({ amountCents: 0n }), /Pelas condições da tarifa, nada volta à carteira\./)
  assert.match(refundText(null), /Nada havia sido debitado da carteira\./)
  assert.doesNotMatch(refundText(null), /Devolvido/)
})

test('without a locator the mail has no empty place for one', () => {
  for (const [notice, to, language] of EVERY) {
    const { subject, text } = bookingMail(notice, to, language, view({ bookingReference: '' }))
    assert.doesNotMatch(subject, / {2}| [:,]|^[:,]/)
    assert.doesNotMatch(text, /Localizador|Booking reference/)
  }
  const { subject } = bookingMail('created', 'client', 'pt-BR', view({ bookingReference: '' }))
  assert.equal(subject, 'Reserva feita: São Paulo → Lisboa → São Paulo, 15/02/2027')
})

test('a long route is shortened in the subject, not in the mail', () => {
  const { subject, text } = bookingMail('created', 'agency', 'pt-BR', view({ slices: sampleLongTrip() }))
  assert.equal(
    subject,
    'Nova reserva K7QX2M: Ana Souza, São Paulo → Rio de Janeiro → São Paulo → … → São Paulo, 01/03/2027',
  )
  for (const leg of [1, 2, 3, 4, 5, 6]) assert.match(text, new RegExp(`^Trecho ${leg}: `, 'm'))
})

test('simulated and test bookings are marked first in subject and text', () => {
  for (const [notice, to, language] of EVERY) {
    const isEnglish = language === 'en'
    const ofTest = bookingMail(notice, to, language, view({ isTest: true, isSimulated: true }))
    assert.doesNotMatch(ofTest.subject, /\[/, 'it is marked as it is stored')
    assert.match(ofTest.text, isEnglish ? /^.*\n\nTEST BOOKING/ : /^.*\n\nRESERVA DE TESTE/)
    const simulated = bookingMail(notice, to, language, view({ isSimulated: true }))
    assert.match(simulated.subject, isEnglish ? /^\[SIMULATION\] / : /^\[SIMULAÇÃO\] /)
    assert.match(simulated.text, isEnglish ? /^.*\n\nSIMULATION: / : /^.*\n\nSIMULAÇÃO: /)
    assert.doesNotMatch(bookingMail(notice, to, language, view()).text, /TEST|SIMULA/)
  }
})

test('cabin and bags are shown only if all travellers have the same', () => {
  const infant = { ...PASSENGER, passenger_id: 'pas_bia', baggages: [] }
  const slices = [sampleSlice([OVERNIGHT], 'PT9H55M', [PASSENGER, infant])]
  assert.doesNotMatch(bookingMail('ticketed', 'client', 'pt-BR', view({ slices })).text, /Econômica|mala/)
})

test('names cannot inject markup or a second header line', () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)!.filter((tag) => tag !== '<br>')
  const named = (words: string) => {
    const slices = sampleRoundTrip()
    slices[0]!.origin = { ...slices[0]!.origin, city_name: words }
    slices[0]!.segments[0]!.origin = { ...slices[0]!.segments[0]!.origin, name: words, terminal: words }
    slices[0]!.segments[0]!.marketing_carrier = { iata_code: 'TP', name: words }
    const passengers = [{ name: words, type: 'adult' as const, ticket: words }]
    const own = { greeting: `${words} {first_name}`, closing: '{agency_name}' }
    const texts = { 'pt-BR': own, en: own }
    const addressed = { clientName: words, firstName: words, teamName: words, texts }
    const agency = { agencyName: words, addressed }
    return view({ ...agency, clientName: words, bookingReference: words, slices, passengers })
  }
  const some = fc.oneof(
    anyCharacters({ minLength: 1 }).filter((words) => words.trim() !== ''),
    fc.constantFrom('<b>x</b>', '"><script>', 'a\r\nBcc: x@example.com', 'a\u0000b', 'a\u2028b'),
  )
  fc.assert(
    fc.property(some, fc.constantFrom(...EVERY), (words, [notice, to, language]) => {
      const { subject, html } = bookingMail(notice, to, language, named(`x${words}x`))
      assert.doesNotMatch(subject, /[\r\n\p{Cc}\u2028\u2029]/u)
      assert.deepEqual(tagsOf(html), tagsOf(bookingMail(notice, to, language, named('x')).html))
    }),
  )
})
