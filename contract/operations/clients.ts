// Operations on clients: the people and companies an agency works for.
import { data, list, withWarnings } from '../answers.ts'
import {
  Client,
  ClientChange,
  ClientInput,
  ClientsQuery,
  DeleteClientQuery,
  DeletedClient,
} from '../clients.ts'
import { PageQuery } from '../common.ts'
import { Erasure } from '../erasures.ts'
import { ClientDetail } from '../notes.ts'
import type { Operations } from '../operation.ts'
import { changeOne, createOne, deleteOne, listAll, readOne } from '../resource-operations.ts'
import { clients } from '../resources.ts'

const ERASING_COST = 20

/** Erasing looks through all bookings of the client, and as due work through all that is remembered for the team. */
function erasingCost(query: unknown): number {
  const isErasing = typeof query === 'object' && query !== null && 'erase' in query && query.erase !== 'false'
  return isErasing ? ERASING_COST - 1 : 0
}

export const CLIENT_OPERATIONS = {
  'clients.list': listAll(
    clients,
    ClientsQuery,
    Client,
    'List clients',
    'Newest first, active and inactive ones.',
  ),
  'clients.create': createOne(clients, {
    summary: 'Create a client',
    description: 'Tax ids of the right form with wrong check digits are taken, and told in `warnings`.',
    body: ClientInput,
    answer: withWarnings(Client),
  }),
  'clients.read': readOne(clients, { summary: 'Read a client', answer: data(ClientDetail) }),
  'clients.update': changeOne(clients, {
    summary: 'Update a client',
    description: 'Only the fields to change; null clears one that may be left out.',
    body: ClientChange,
    answer: withWarnings(Client),
  }),
  'clients.delete': deleteOne(clients, {
    summary: 'Delete or deactivate a client',
    description:
      'A client with invoices, quotes, recurring invoices or bookings is kept and becomes inactive. With ' +
      '`erase=true` the client is erased at once; travellers, mails, messages, events and remembered answers ' +
      'follow, until `completed_at` of the erasure is set. Issued invoices keep the name and the tax id.',
    query: DeleteClientQuery,
    partly: 'clients.erase',
    queryCost: erasingCost,
    answer: data(DeletedClient),
    errors: ['client_has_open_business'],
  }),
  'clients.erasures': {
    method: 'GET',
    path: '/api/v1/erasures',
    access: 'clients.read',
    tag: 'Clients',
    summary: 'List erasures',
    description: 'Who was erased when and by whom, newest first, without anything of the person.',
    query: PageQuery,
    answer: list(Erasure),
  },
} as const satisfies Operations
