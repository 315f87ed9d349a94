// The mails about a booking whose tickets were not issued.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, confirm, holdBody, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const agency = await newAgency(app)
const { test: key } = agency
const subjectsOf = async (query: string): Promise<string[]> => {
  await key.post('/api/v1/test/clock/advance', { by: 'PT2M' })
  await untilSettled(app, agency.id, 'test')
  const { data } = (await key.get(`/api/v1/mails?limit=100&${query}`)).body
  return data.map(({ subject }: { subject: string }) => subject)
}

test("a hold that fails after payment: the client is asked not to pay, and the agency's mail is listed", async () => {
  const booking = await booked(key, holdBody(await zzOffer(key, { family: 'tickets fail' })))
  await subjectsOf(`booking_id=${booking.id}`)
  await confirm(key, booking.id, booking)
  const locator = booking.booking_reference
  const beginnings = [`: reserva ${locator}, `, `, reserva ${locator}: `]
  await eventually('client and agency are notified', async () => {
    const subjects = await subjectsOf(`booking_id=${booking.id}`)
    return beginnings.every((text) =>
      subjects.some((one) => one.startsWith(`[TESTE] Emissão não concluída${text}`)),
    )
  })
  assert.equal((await key.get(`${BOOKINGS}/${booking.id}`)).body.status, 'failed')
})

test('an instant booking refused at once: no mail to the client, no empty locator in the subject', async () => {
  const before = await subjectsOf('')
  const refused = instantBody(await zzOffer(key, { family: 'rejected' }))
  assertError(await key.post(BOOKINGS, refused), 422, 'Carrier rejected the booking')
  const subjects = (await subjectsOf('')).slice(0, -before.length)
  assert.equal(subjects.length, 1)
  assert.match(subjects[0]!, /^\[TESTE\] Emissão não concluída: /)
})
