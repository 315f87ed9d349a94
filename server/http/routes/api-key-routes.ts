// /api/v1/api-keys: the keys of the caller's own team and mode.
import Type from 'typebox'
import { Enveloped, IdOf, Listed, PageQuery } from '../../../contract/common.ts'
import { ApiKey, ApiKeyInput, NewApiKey } from '../../../contract/teams.ts'
import { createApiKey } from '../../teams/create-api-key.ts'
import { countKeys, listKeys } from '../../teams/key-store.ts'
import { keyView } from '../../teams/key-view.ts'
import { revokeApiKey } from '../../teams/revoke-api-key.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['API keys']

export function apiKeyRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/api-keys',
    {
      schema: {
        summary: 'List keys',
        description: 'Newest first, revoked ones included.',
        tags,
        querystring: PageQuery,
        response: readAnswers(Listed(ApiKey)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const total = await countKeys(world.pool, ownerOf(request))
      const keys = await listKeys(world.pool, ownerOf(request), page)
      return reply.send(listed(keys.map(keyView), page, total))
    },
  )

  app.post(
    '/api/v1/api-keys',
    {
      schema: {
        summary: 'Create a key',
        description: "The key is of the caller's mode. Its secret is shown only in this answer.",
        tags,
        body: ApiKeyInput,
        response: writeAnswers(201, Enveloped(NewApiKey)),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => createApiKey(world, scope, request.body), { status: 201 }),
  )

  app.delete(
    '/api/v1/api-keys/:id',
    {
      schema: {
        summary: 'Revoke a key',
        description: 'Effective at once. Revoking a revoked key changes nothing.',
        tags,
        params: Type.Object({ id: IdOf('key', 'key') }),
        response: writeAnswers(200, Enveloped(ApiKey), 'api_key_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => revokeApiKey(world, scope, request.params.id)),
  )
}
