// Tests that the panel uses every operation, or that the reason is listed here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS } from '../../contract/operations.ts'
import { projectFiles } from '../house/project-files.ts'

/** Used by path, since it is not an ordinary call. */
const BY_ADDRESS = ['events.stream'] as const

/** The reasons why users do not need them in the panel. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'the service itself, for browsers, monitors and agents': [
    'service.health',
    'service.live',
    'service.ready',
    'service.openapi',
    'service.docs',
    'service.home',
    'service.panel',
    'service.llms',
    'service.mcp',
    'logos.show',
    'airlines.logo',
  ],
  'pages, pictures and files of links that clients are sent': [
    'payer.qrSvg',
    'payer.qrPng',
    'payer.boleto',
    'payer.boletoPdf',
    'shared.invoice',
    'shared.invoiceStatus',
    'shared.invoicePdf',
    'shared.creditNote',
    'shared.creditNotePdf',
    'shared.payByCard',
    'shared.cancelMandate',
    'testCards.page',
    'testCards.act',
    'shared.quote',
    'shared.quotePdf',
    'shared.acceptQuote',
    'shared.declineQuote',
    'shared.trip',
    'shared.tripWorker',
    'shared.itinerary',
    'shared.tripCalendar',
    'shared.itemCalendar',
    'shared.voucher',
    'shared.tripFile',
    'shared.acceptTerms',
  ],
  'called by banks, carriers and the messenger': [
    'supplierHints.receive',
    'callbacks.probe',
    'callbacks.probePix',
    'callbacks.probeRec',
    'callbacks.probeCobr',
    'callbacks.receive',
    'callbacks.receivePix',
    'callbacks.receiveRec',
    'callbacks.receiveCobr',
    'messageReceipts.prove',
    'messageReceipts.receive',
  ],
  'pictures and samples that the settings show in a frame': [
    'team.readLogo',
    'brandPreviews.page',
    'brandPreviews.mail',
    'brandPreviews.pdf',
  ],
  'for programs: the list shows all of a credit note': ['creditNotes.read'],
  'airlines to leave out are typed by their codes': ['airlines.list'],
  'the list has all of a dispute': ['disputes.read'],
  'the list has all of a mandate': ['mandates.read'],
  'the factors of a person name their passkeys': ['passkeys.list'],
  'for programs that prove the ledger from outside; people see the proof on the wallet': [
    'wallet.reconciliation',
  ],
  "the browser is led there by the provider's own page": ['signIn.begin', 'signIn.finish'],
}

const source = [...projectFiles('panel/api', 'panel/parts', 'panel/frame', 'panel/screens').values()].join(
  '\n',
)
const named = new Set([...source.matchAll(/['"]([a-z]\w+\.[a-z]\w+)['"]/g)].map(([, id = '']) => id))
/** One template for two operations: `${about}Notes.list`. */
const endings = [...source.matchAll(/`\$\{\w+\}([A-Z]\w+\.\w+)`/g)].map(([, ending = '']) => ending)
const isNamed = (id: string) => named.has(id) || endings.some((ending) => id.endsWith(ending))
const listed = Object.values(ELSEWHERE).flat()
const all = Object.keys(OPERATIONS)

test('every operation is used by the panel, or listed with the reason', () => {
  assert.ok(named.size > 80 && endings.length > 1, `only ${named.size} names were found`)
  const known = new Set<string>([...listed, ...BY_ADDRESS])
  assert.deepEqual(
    all.filter((id) => !isNamed(id) && !known.has(id)),
    [],
  )
})

test('listed operations exist, once, and are not used', () => {
  assert.deepEqual(
    listed.filter((id, index) => !all.includes(id) || listed.indexOf(id) !== index),
    [],
  )
  assert.deepEqual(listed.filter(isNamed), [], 'they have a screen now: take them off the list')
})

test('operations that are called by path are used', () => {
  for (const id of BY_ADDRESS) assert.ok(source.includes(`'${OPERATIONS[id].path}'`), id)
})
