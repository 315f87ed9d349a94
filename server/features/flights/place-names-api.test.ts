// Airports and cities of offers and bookings by the names that readers of Portuguese know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../../contract/flights.ts'
import { BOOKINGS, booked, holdBody, PASSPORT, passengersOf } from '../../../test/support/bookings.ts'
import { daysAfter, oneWay, SEARCH } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const PORTUGUESE = { 'accept-language': 'pt-BR' }
const body = oneWay('GRU', 'LIS', daysAfter(app.service.world.wall.now(), 40))

interface Named {
  iata_code: string
  name: string
  city_name: string
}
const named = (places: Named[], code: string) => {
  const { name, city_name } = places.find(({ iata_code }) => iata_code === code) ?? assert.fail(code)
  return [name, city_name]
}

test("search, offer and booking name places in Portuguese, beside the carrier's names", async () => {
  const found = await app.test.post(SEARCH, body, PORTUGUESE)
  assert.equal(found.headers['content-language'], 'pt-BR')
  const offer = found.body.offers.find((one: Offer) => !one.payment_requirements.requires_instant_payment)
  const passengers = passengersOf(offer, { identity_documents: [PASSPORT] })
  const booking = await booked(app.test, holdBody(offer, { passengers }))
  const responses = [
    found.body,
    (await app.test.get(`/api/v1/offers/${offer.id}`, PORTUGUESE)).body,
    (await app.test.get(`${BOOKINGS}/${booking.id}`, PORTUGUESE)).body,
  ]
  for (const response of responses) {
    assert.deepEqual(named(response.places, 'GRU'), ['Aeroporto Internacional de Guarulhos', 'São Paulo'])
    assert.deepEqual(named(response.places, 'LIS'), ['Aeroporto Humberto Delgado', 'Lisboa'])
    assert.equal(response.slices[0].destination.city_name, 'Lisbon', 'the contract stays as it is')
  }
  const english = await app.test.post(SEARCH, body)
  assert.equal('places' in english.body, false)
})
