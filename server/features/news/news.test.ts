// What an agency reads of what happened: the subject says how much of what, the mail shows each thing with its time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortMoment } from '../../render/itinerary/itinerary.ts'
import { type News, newsMail } from './news.ts'

const FACTS = {
  client: 'Ana',
  number: '7',
  amount: 'R$ 1,00',
  left: 'R$ 2,00',
  due: '',
  reason: '',
  by: '',
  uncovered: '',
}
const newsOf = (kind: News['kind'], more: Partial<News> = {}): News => ({
  kind,
  facts: FACTS,
  at: new Date('2028-02-29T02:30:00Z'),
  aboutId: '7',
  path: '/faturas/7',
  isSimulated: false,
  ...more,
})
const mailOf = (news: readonly News[], isTest = false) => {
  const team = { name: 'Aurora', language: 'pt-BR', time_zone: 'America/Sao_Paulo' } as const
  return newsMail(news, { url: 'https://viagens.example', team, isTest })
}

test('one notice: the subject is the notice, and the link leads to its record', () => {
  const { subject, text } = mailOf([newsOf('invoice_paid')])
  assert.equal(subject, 'Fatura 7 paga: Ana, R$ 1,00')
  assert.match(
    text,
    /^Fatura 7 paga: Ana\n\nR\$ 1,00 · 28\/02, 23:30\n\nAbrir no painel:\n\S+\/painel\/faturas\/7\n/,
  )
})

test('several: the subject counts up to three kinds, beyond that only the total', () => {
  const two = [newsOf('invoice_paid'), newsOf('invoice_paid')]
  assert.equal(mailOf(two).subject, '2 faturas pagas')
  assert.equal(mailOf([...two, newsOf('quote_declined')]).subject, '2 faturas pagas e 1 orçamento recusado')
  const kinds = ['quote_accepted', 'quote_declined', 'invoice_paid', 'booking_failed'] as const
  const many = mailOf(kinds.map((kind) => newsOf(kind)))
  assert.equal(many.subject, '4 avisos')
  assert.match(many.text, /\nAbrir no painel:\nhttps:\/\/viagens\.example\/painel\n/)
})

test('notices beyond the limit are counted, which bounds the mail', () => {
  const { text } = mailOf(Array.from({ length: 57 }, () => newsOf('invoice_overdue')))
  assert.equal(text.match(/Fatura 7 vencida: Ana/g)?.length, 40)
  assert.match(text, /e mais 17: veja no painel\./)
})

test('test data is marked, in the subject unless it already is', () => {
  const simulated = newsOf('invoice_paid', { isSimulated: true })
  assert.match(mailOf([simulated]).subject, /^\[SIMULAÇÃO\] Fatura/)
  assert.match(mailOf([simulated]).text, /23:30 · simulação\n/)
  const mixed = mailOf([simulated, newsOf('invoice_paid')])
  assert.equal(mixed.subject, '2 faturas pagas')
  assert.equal(mixed.text.match(/ · simulação\n/g)?.length, 1)
  assert.doesNotMatch(mailOf([simulated], true).subject, /SIMULAÇÃO/, 'test mode has a mark of its own')
})

test("the client's name or reason is shown if given", () => {
  const facts = { ...FACTS, by: 'Ana Lima', reason: 'outra data' }
  assert.match(mailOf([newsOf('quote_accepted', { facts })]).text, /R\$ 1,00 · aceito por Ana Lima · 28\/02/)
  assert.match(mailOf([newsOf('quote_declined', { facts })]).text, /R\$ 1,00 · motivo: outra data · 28\/02/)
  assert.match(mailOf([newsOf('quote_declined')]).text, /R\$ 1,00 · 28\/02/)
})

test("times are in the agency's zone", () => {
  const at = new Date('2028-02-29T02:30:00Z')
  assert.equal(shortMoment(at, 'America/Sao_Paulo', 'pt-BR'), '28/02, 23:30')
  assert.equal(shortMoment(at, 'America/Sao_Paulo', 'en'), '28 Feb, 23:30')
  assert.equal(shortMoment(at, 'UTC', 'pt-BR'), '29/02, 02:30')
})
