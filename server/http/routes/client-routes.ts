// /api/v1/clients: the people and companies an agency works for.
import Type from 'typebox'
import { Client, ClientChange, ClientInput, ClientsQuery, DeletedClient } from '../../../contract/clients.ts'
import { Enveloped, EnvelopedWithWarnings, Listed } from '../../../contract/common.ts'
import { createClient, type WarnedClient } from '../../clients/create-client.ts'
import { deleteClient } from '../../clients/delete-client.ts'
import { readClient, readClients } from '../../clients/read-clients.ts'
import { updateClient } from '../../clients/update-client.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { enveloped, envelopedWithWarnings } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Clients']
const params = Type.Object({
  id: Type.String({ description: 'Id of the client (UUID, or cli_ and its digits)' }),
})
const body = ({ client, warnings }: WarnedClient) => envelopedWithWarnings(client, warnings)

export function clientRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/clients',
    {
      schema: {
        summary: 'List clients',
        description: 'Newest first, active and inactive ones.',
        tags,
        querystring: ClientsQuery,
        response: readAnswers(Listed(Client)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const { clients, total } = await readClients(world.pool, ownerOf(request), request.query, page)
      return reply.send(listed(clients, page, total))
    },
  )

  app.post(
    '/api/v1/clients',
    {
      schema: {
        summary: 'Create a client',
        description: 'Tax ids of the right form with wrong check digits are taken, and told in `warnings`.',
        tags,
        body: ClientInput,
        response: writeAnswers(201, EnvelopedWithWarnings(Client)),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => createClient(world, scope, request.body), {
        status: 201,
        body,
      }),
  )

  app.get(
    '/api/v1/clients/:id',
    {
      schema: {
        summary: 'Read a client',
        tags,
        params,
        response: readAnswers(Enveloped(Client), 'client_not_found'),
      },
    },
    async (request, reply) =>
      reply.send(enveloped(await readClient(world.pool, ownerOf(request), request.params.id))),
  )

  app.patch(
    '/api/v1/clients/:id',
    {
      schema: {
        summary: 'Update a client',
        description: 'Only the fields to change; null clears one that may be left out.',
        tags,
        params,
        body: ClientChange,
        response: writeAnswers(200, EnvelopedWithWarnings(Client), 'client_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => updateClient(world, scope, request.params.id, request.body), {
        body,
      }),
  )

  app.delete(
    '/api/v1/clients/:id',
    {
      schema: {
        summary: 'Delete or deactivate a client',
        description:
          'A client with invoices, quotes, recurring invoices or bookings is kept and becomes inactive.',
        tags,
        params,
        response: writeAnswers(200, Enveloped(DeletedClient), 'client_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => deleteClient(world, scope, request.params.id)),
  )
}
