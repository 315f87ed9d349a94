// The catalogue of id prefixes, so that server, SDK and panel name every kind of object the same way.

export const ID_PREFIXES = {
  walletTransaction: 'txn',
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
  client: 'cli',
  // From here on our own additions: the contract shows these objects without naming a prefix.
  apiKey: 'key',
  request: 'req',
  delivery: 'dlv',
  mail: 'mail',
  charge: 'chg',
  message: 'msg',
} as const

export type IdKind = keyof typeof ID_PREFIXES
