// The daily mail about open warnings: at 07:00 of the team, if it is wanted and there are any.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import { newClient } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// 12:00 in São Paulo.
const app = await startApp({ wall: fixedClock(new Date('2026-11-15T15:00:00.000Z')) })

const mailsOf = async (client: Client) => (await client.get('/api/v1/mails?limit=100')).body.data
const wanted = { notifications: { daily_warnings_mail: true } }

async function tripOn(client: Client, starts_at: string, fields: object = {}): Promise<string> {
  const { id } = await newTrip(client, fields)
  await newTripItem(client, id, { starts_at, ends_at: starts_at })
  return id
}

test('the mail is sent each morning with open warnings, and links to each', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const { id: client_id } = await newClient(client, { full_name: 'Ana Souza', born_on: '1990-11-18' })
  const tripId = await tripOn(client, '2026-11-18', { client_id, title: 'Férias em Lisboa' })
  await agency.advance('P1D')
  assert.deepEqual(await mailsOf(client), [], 'it is off by default')
  await agency.live.patch('/api/v1/team', wanted)
  // It is 12:00 on the 16th.
  await agency.advance('PT18H59M')
  assert.deepEqual(await mailsOf(client), [])
  await agency.advance('PT1M')
  const [mail, ...others] = await mailsOf(client)
  assert.deepEqual(others, [])
  assert.equal(mail.subject, '[TESTE] 2 avisos para hoje')
  const text = await textOf(client, mail.id)
  for (const part of [
    'Embarques da semana',
    'Férias em Lisboa',
    '18/11/2026 (amanhã) · cliente: Ana Souza',
    `/painel/viagens/${tripId}`,
    'Aniversários',
    `/painel/clientes/${client_id}`,
  ])
    assert.ok(text.includes(part), `${part} in ${text}`)
  assert.ok(!text.includes('Passaportes'), 'a kind without warnings is left out')
  for (const { id } of (await client.get('/api/v1/warnings')).body.data)
    await client.post(`/api/v1/warnings/${id}/dismiss`, {})
  await agency.advance('P1D')
  assert.equal((await mailsOf(client)).length, 1, 'none are open')
})

const textOf = async (client: Client, id: string): Promise<string> =>
  (await client.get(`/api/v1/mails/${id}`)).body.data.text

test("the mail stops when switched off, and is in the team's language", async () => {
  const agency = await newAgency(app)
  await tripOn(agency.test, '2026-11-20')
  await agency.live.patch('/api/v1/team', { ...wanted, language: 'en' })
  await agency.live.patch('/api/v1/team', wanted)
  await agency.advance('P2D')
  const mails = await mailsOf(agency.test)
  assert.deepEqual(
    mails.map(({ subject }: { subject: string }) => subject),
    ['[TESTE] 1 warning for today', '[TESTE] 1 warning for today'],
    'one for each morning',
  )
  assert.match(await textOf(agency.test, mails[0].id), /Departures of the week/)
  await agency.live.patch('/api/v1/team', { notifications: { daily_warnings_mail: false } })
  await agency.advance('P2D')
  assert.equal((await mailsOf(agency.test)).length, 2)
})

test('a mail that names a person is emptied when the person is erased', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const { id } = await newClient(client, { full_name: 'Zuleica Prado', born_on: '1990-11-17' })
  await agency.live.patch('/api/v1/team', wanted)
  await agency.advance('P1D')
  const [mail] = await mailsOf(client)
  assert.match(await textOf(client, mail.id), /Zuleica Prado/)
  const erased = await client.delete(`/api/v1/clients/${id}?erase=true`)
  assert.ok(erased.status < 300, erased.text)
  await agency.advance('PT1H')
  assert.equal((await textOf(client, mail.id)).includes('Zuleica'), false)
})
