// Calls every operation of the SDK on the running service: changes with shared samples, reads on existing
// objects.
import assert from 'node:assert/strict'
import type { Operation } from '../../../contract/operation.ts'
import { sdkOperations } from '../../../scripts/sdk/operations.ts'
import { createClient, type Embarque } from '../../../sdk/src/client.ts'
import { oneWay } from '../searches.ts'
import { LIVE_KEY, TEST_KEY, type TestApp } from '../start-app.ts'
import { type Call, dayOf, type WriteSamples } from './write-samples.ts'

export interface SdkClients {
  live: Embarque
  test: Embarque
}

export function sdkClients({ url: baseUrl }: TestApp): SdkClients {
  const of = (apiKey: string) => createClient({ apiKey, baseUrl, timeoutMs: 300_000 })
  return { live: of(LIVE_KEY), test: of(TEST_KEY) }
}

/** The method of an operation, untyped; the tests of the guide check the types. */
export function methodOf(client: Embarque, id: string): (...given: unknown[]) => Promise<unknown> {
  const [resource = '', method = ''] = id.split('.')
  const { [resource]: methods }: Record<string, unknown> = { ...client }
  const { [method]: found } = Object(methods)
  assert.equal(typeof found, 'function', id)
  return found
}

/** Path parameters in order, then the input. */
export function givenFor({ path }: Operation, { params = {}, body, file, query }: Call): unknown[] {
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => params[name] ?? assert.fail(`no ${name}`))
  return [
    ...ids,
    ...(file !== undefined ? [new Blob([new Uint8Array(file)], { type: 'image/png' })] : [body]),
    ...(query === undefined ? [] : [query]),
  ]
}

/** Changing operations in the order of their samples, each by its first sample. */
export function sdkChanges(
  samples: WriteSamples,
): [id: string, operation: Operation, call: () => Promise<Call>][] {
  const known = new Map(sdkOperations().map(({ id, operation }) => [id, operation]))
  return Object.entries(samples).flatMap(([id, ways]) => {
    const [operation, call] = [known.get(id), Object.values(ways)[0]]
    return operation === undefined || call === undefined ? [] : [[id, operation, call]]
  })
}

/** The inputs of reads that do not follow from their path. */
export async function sdkReads(
  app: TestApp,
  { test }: SdkClients,
): Promise<[id: string, given: unknown[]][]> {
  const day = await dayOf(app, 40)
  const search = oneWay('GRU', 'SDU', day)
  const { offers } = await test.flights.search(search as never)
  const webhook = await webhookWithDelivery(test)
  const recharge = (await test.recharges.list()).items[0]
  const ticketed = (await test.bookings.list({ status: 'ticketed' })).items[0]
  const sent = (await test.invoices.list({ status: 'sent' })).items[0]
  const [person] = (await test.clients.list()).items
  const child = { relationship: 'child', given_name: 'Pedro', family_name: 'Souza' } as const
  const companion = await test.companions.create(person?.id ?? '', child)
  const item = await tripItemWithFile(test)
  const special: Record<string, unknown[]> = {
    'companions.read': [person?.id, companion.id],
    'tripItems.read': item.ids,
    'tripItems.voucher': item.ids,
    'tripItems.readSegments': [{ text: '1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1' }],
    'tripFiles.read': [...item.ids, item.fileId],
    'flights.search': [search],
    'offers.read': [offers[0]?.id],
    'pricing.preview': [{ base_cost_brl: '100.00', origin: 'GRU', destination: 'SDU', airline: 'LA' }],
    'invoices.preview': [
      {
        client_id: person?.id,
        issue_date: day,
        due_date: day,
        items: [{ description: 'Hotel', quantity: 1, unit_price: 100 }],
      },
    ],
    'creditNotes.preview': [{ invoice_id: sent?.id, amount: 1 }],
    'places.suggest': [{ query: 'sao' }],
    'search.everything': [{ q: 'Ana' }],
    'deliveries.list': [webhook.id],
    'deliveries.read': [webhook.id, webhook.deliveryId],
    'recharges.read': [recharge?.id],
    'bookings.receipt': [ticketed?.id],
    'bookings.read': [ticketed?.id],
  }
  const reads = sdkOperations().filter(({ operation }) => operation.method === 'GET' || operation.isSearch)
  return Promise.all(
    reads.map(async ({ id, operation }) => [id, special[id] ?? (await idsFor(test, operation))] as const),
  ).then((all) => all.map(([id, given]) => [id, given]))
}

async function tripItemWithFile(test: Embarque): Promise<{ ids: string[]; fileId: string }> {
  for (const { id } of (await test.trips.list({ limit: 100 })).items)
    for (const item of (await test.trips.read(id)).items) {
      const [file] = item.files
      if (file !== undefined) return { ids: [id, item.id], fileId: file.id }
    }
  return assert.fail('no trip has a file')
}

async function webhookWithDelivery(test: Embarque): Promise<{ id: string; deliveryId: string }> {
  for (const { id } of await test.webhooks.list()) {
    const [delivery] = (await test.deliveries.list(id)).items
    if (delivery !== undefined) return { id, deliveryId: delivery.id }
  }
  return assert.fail('no webhook has a delivery')
}

/** The first item of the list above it in the path. */
async function idsFor(test: Embarque, { path }: Operation): Promise<unknown[]> {
  const [list = '', below] = path.split('/:')
  if (below === undefined) return []
  const { data } = await test.request<{ data: { id: string }[] }>('GET', list as `/${string}`)
  return [data[0]?.id ?? assert.fail(`nothing at ${list}`)]
}
