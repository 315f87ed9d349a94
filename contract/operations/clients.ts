// Operations on clients: the people and companies an agency works for.
import Type from 'typebox'
import { data, list, withWarnings } from '../answers.ts'
import { Client, ClientChange, ClientInput, ClientsQuery, DeletedClient } from '../clients.ts'
import type { Operations } from '../operation.ts'

const tag = 'Clients'
const params = Type.Object({
  id: Type.String({ description: 'Id of the client (UUID, or cli_ and its digits)' }),
})

export const CLIENT_OPERATIONS = {
  'clients.list': {
    method: 'GET',
    path: '/api/v1/clients',
    access: 'clients.read',
    tag,
    summary: 'List clients',
    description: 'Newest first, active and inactive ones.',
    query: ClientsQuery,
    answer: list(Client),
  },
  'clients.create': {
    method: 'POST',
    path: '/api/v1/clients',
    access: 'clients.write',
    tag,
    summary: 'Create a client',
    description: 'Tax ids of the right form with wrong check digits are taken, and told in `warnings`.',
    body: ClientInput,
    status: 201,
    answer: withWarnings(Client),
  },
  'clients.read': {
    method: 'GET',
    path: '/api/v1/clients/:id',
    access: 'clients.read',
    tag,
    summary: 'Read a client',
    params,
    answer: data(Client),
    errors: ['client_not_found'],
  },
  'clients.update': {
    method: 'PATCH',
    path: '/api/v1/clients/:id',
    access: 'clients.write',
    tag,
    summary: 'Update a client',
    description: 'Only the fields to change; null clears one that may be left out.',
    params,
    body: ClientChange,
    answer: withWarnings(Client),
    errors: ['client_not_found'],
  },
  'clients.delete': {
    method: 'DELETE',
    path: '/api/v1/clients/:id',
    access: 'clients.write',
    tag,
    summary: 'Delete or deactivate a client',
    description:
      'A client with invoices, quotes, recurring invoices or bookings is kept and becomes inactive.',
    params,
    answer: data(DeletedClient),
    errors: ['client_not_found'],
  },
} as const satisfies Operations
