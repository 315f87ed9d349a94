// The catalogue of id prefixes, shared by server, SDK and panel.

/** Objects whose ids the server creates. */
export const MADE_PREFIXES = {
  line: 'txn',
  recharge: 'rch',
  booking: 'ord',
  offerRequest: 'orq',
  offer: 'off',
  slice: 'sli',
  segment: 'seg',
  passenger: 'pas',
  webhook: 'wh',
  event: 'evt',
  team: 'team',
  // Our additions: the contract shows these objects without a prefix.
  apiKey: 'key',
  request: 'req',
  delivery: 'dlv',
  mail: 'mail',
  charge: 'chg',
  message: 'msg',
  refund: 'rfd',
  dispute: 'dsp',
  heldPayment: 'hpm',
  erasure: 'era',
  bookingChange: 'bch',
  person: 'usr',
  session: 'ses',
  invitation: 'ivt',
  passkey: 'psk',
  identity: 'idn',
  pricingRule: 'prl',
  note: 'note',
  trip: 'trip',
  tripItem: 'tri',
  tripTraveller: 'pax',
  file: 'file',
  companion: 'trv',
  fileDocument: 'doc',
  creditNote: 'crn',
  creditEntry: 'cre',
  mandate: 'mdt',
  mandateCharge: 'mdc',
} as const

/** Clients are the exception: their ids are UUIDs, prefixed in the flight part of the API. */
export const CLIENT_PREFIX = 'cli'

export const ID_PREFIXES = { ...MADE_PREFIXES, client: CLIENT_PREFIX } as const

export type MadeIdKind = keyof typeof MADE_PREFIXES
