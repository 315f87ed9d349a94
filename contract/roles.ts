// The table of permissions: one row for each, with its meaning and roles, so that a new one does not compile
// without them. People of a team have a role; a key has a role or single permissions.

import Type from 'typebox'
import { PERMISSIONS, type Permission, READ_ONLY_PERMISSIONS } from './permissions.ts'

export const ROLES = ['owner', 'agent', 'finance', 'developer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** The roles of people, and those for typical programs. */
export const KEY_ROLES = [...ROLES, 'read_only', 'seller', 'bookkeeper'] as const
export type KeyRole = (typeof KEY_ROLES)[number]

export const ROLE_MEANINGS: Readonly<Record<KeyRole, string>> = {
  owner: 'Everything, people and banks included; a team always has at least one',
  agent: 'Sells: searches, books, and looks after clients, quotes and invoices',
  finance: 'Handles the money: wallet, invoices, refunds and reports, without booking or passports',
  developer: 'Connects programs: keys, webhooks and the sandbox, with what those programs need for selling',
  viewer: 'Sees bookings, clients and money, and changes nothing',
  read_only: 'For a key: all reading, with the numbers of identity documents masked',
  seller: 'For the key of a website or an app: searches, books and keeps clients',
  bookkeeper: 'For the key of an accounting program: reads money, invoices and who paid',
}

interface Grant {
  /** Its meaning in one sentence. */
  readonly meaning: string
  /** The roles besides owners; `read_only` has `READ_ONLY_PERMISSIONS`. */
  readonly to: readonly Exclude<KeyRole, 'owner' | 'read_only'>[]
}

export const GRANTS: Readonly<Record<Permission, Grant>> = {
  'team.read': {
    meaning: 'See the agency and who is calling',
    to: ['agent', 'finance', 'developer', 'viewer', 'seller', 'bookkeeper'],
  },
  'team.manage': { meaning: 'Change the profile, the prices and the settings of the agency', to: [] },
  'people.read': {
    meaning: 'See who belongs to the team, and what each role may do',
    to: ['agent', 'finance', 'developer', 'viewer'],
  },
  'people.manage': { meaning: 'Invite people, change their roles and remove them', to: [] },
  'keys.read': { meaning: 'See the API keys, without their secrets', to: ['developer'] },
  'keys.manage': {
    meaning: 'Create API keys that may do no more than their creator, and revoke keys',
    to: ['developer'],
  },
  'providers.read': { meaning: 'See which banks are connected', to: ['finance', 'developer'] },
  'providers.manage': {
    meaning: 'Connect and disconnect banks, which decides where the money of the agency goes',
    to: [],
  },
  'webhooks.read': { meaning: 'See webhooks and what was delivered to them', to: ['developer'] },
  'webhooks.write': { meaning: 'Create, change, test and delete webhooks', to: ['developer'] },
  'events.read': {
    meaning: 'See that something happened; what it was needs the permission to read the thing itself',
    to: ['agent', 'finance', 'developer', 'viewer', 'seller', 'bookkeeper'],
  },
  search: {
    meaning: 'Search for flights and look at offers',
    to: ['agent', 'developer', 'viewer', 'seller'],
  },
  'bookings.read': {
    meaning: 'See bookings, with the numbers of documents masked',
    to: ['agent', 'finance', 'developer', 'viewer', 'seller', 'bookkeeper'],
  },
  'bookings.write': {
    meaning: 'Book, confirm and cancel flights, paid from the wallet',
    to: ['agent', 'developer', 'seller'],
  },
  'documents.read': {
    meaning: 'See the numbers of passports, tax ids and loyalty programmes of travellers whole',
    to: ['agent'],
  },
  'clients.read': {
    meaning: 'See clients, their tax ids included',
    to: ['agent', 'finance', 'developer', 'viewer', 'seller', 'bookkeeper'],
  },
  'clients.write': {
    meaning: 'Create, change and delete clients',
    to: ['agent', 'finance', 'developer', 'seller'],
  },
  'clients.erase': { meaning: 'Erase a person for good, as the law demands', to: [] },
  'quotes.read': { meaning: 'See quotes', to: ['agent', 'finance', 'developer', 'viewer', 'bookkeeper'] },
  'quotes.write': {
    meaning: 'Create and change quotes',
    to: ['agent', 'developer'],
  },
  'invoices.read': {
    meaning: 'See invoices, their payments and refunds, and what is owed',
    to: ['agent', 'finance', 'developer', 'viewer', 'bookkeeper'],
  },
  'invoices.write': {
    meaning: 'Create, change and send invoices, also out of quotes, and record what was paid by other ways',
    to: ['agent', 'finance', 'developer'],
  },
  'recurringInvoices.read': {
    meaning: 'See recurring invoices',
    to: ['agent', 'finance', 'developer', 'viewer', 'bookkeeper'],
  },
  'invoices.refund': {
    meaning: 'Give paid money back to a client, credit invoices, and turn overpayments into credit',
    to: ['finance'],
  },
  'recurringInvoices.write': {
    meaning: 'Create, change, pause and cancel recurring invoices',
    to: ['finance', 'developer'],
  },
  'wallet.read': {
    meaning: 'See the balance of the wallet, its lines, its recharges and their proof',
    to: ['agent', 'finance', 'developer', 'viewer', 'seller', 'bookkeeper'],
  },
  'wallet.recharge': { meaning: 'Ask for a Pix or boleto that fills the wallet', to: ['finance'] },
  'reports.read': {
    meaning: 'See figures, deadlines and departures',
    to: ['agent', 'finance', 'developer', 'viewer', 'bookkeeper'],
  },
  'mails.read': {
    meaning: 'See the mails and messages that were sent, as their readers got them',
    to: ['agent', 'finance', 'developer', 'viewer'],
  },
  'notes.write': {
    meaning: 'Write notes and tags on bookings and clients',
    to: ['agent', 'finance', 'developer'],
  },
  'trips.read': {
    meaning: 'See trips, their items and what clients pay for them',
    to: ['agent', 'finance', 'developer', 'viewer', 'seller', 'bookkeeper'],
  },
  'costs.read': {
    meaning: 'See what the items of trips cost and what the agency earns by them',
    to: ['agent', 'finance', 'bookkeeper'],
  },
  'trips.write': {
    meaning: 'Create, change, merge and share trips and their items',
    to: ['agent', 'developer', 'seller'],
  },
  'trips.assign': { meaning: 'Assign a trip or an item to another seller', to: [] },
  'audit.read': {
    meaning: 'See who did what to money, access, settings and records',
    to: ['finance', 'developer'],
  },
  'sandbox.read': {
    meaning: 'See the test clock and the test wallet',
    to: ['agent', 'finance', 'developer'],
  },
  'sandbox.write': {
    meaning: 'Move the test clock, fill the test wallet and play the bank, in test mode alone',
    to: ['agent', 'finance', 'developer'],
  },
}

/** In the order of the list of permissions. */
export const ROLE_PERMISSIONS: Readonly<Record<KeyRole, readonly Permission[]>> = {
  owner: PERMISSIONS,
  agent: givenTo('agent'),
  finance: givenTo('finance'),
  developer: givenTo('developer'),
  viewer: givenTo('viewer'),
  read_only: READ_ONLY_PERMISSIONS,
  seller: givenTo('seller'),
  bookkeeper: givenTo('bookkeeper'),
}

function givenTo(role: Grant['to'][number]): Permission[] {
  return PERMISSIONS.filter((permission) => GRANTS[permission].to.includes(role))
}

// The table of roles in the API, so that a panel need not repeat it.

export const RoleTable = Type.Object({
  roles: Type.Array(
    Type.Object({
      name: Type.Enum([...KEY_ROLES]),
      description: Type.String(),
      for_people: Type.Boolean({ description: 'People may have it; keys may be given any of them' }),
      permissions: Type.Array(Type.Enum([...PERMISSIONS])),
    }),
  ),
  permissions: Type.Array(
    Type.Object({
      name: Type.Enum([...PERMISSIONS]),
      description: Type.String(),
      operations: Type.Array(Type.String(), { description: 'What needs it, whole or in part' }),
    }),
  ),
})
export type RoleTable = Type.Static<typeof RoleTable>
