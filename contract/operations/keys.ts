// Operations on API keys: those of the caller's own team and mode.
import Type from 'typebox'
import { data, list } from '../answers.ts'
import { IdOf, PageQuery } from '../common.ts'
import type { Operations } from '../operation.ts'
import { ApiKey, ApiKeyInput, NewApiKey } from '../teams.ts'

const tag = 'API keys'

export const KEY_OPERATIONS = {
  'keys.list': {
    method: 'GET',
    path: '/api/v1/api-keys',
    access: 'keys.read',
    tag,
    summary: 'List keys',
    description: 'Newest first, revoked ones included.',
    query: PageQuery,
    answer: list(ApiKey),
  },
  'keys.create': {
    method: 'POST',
    path: '/api/v1/api-keys',
    access: 'keys.manage',
    tag,
    summary: 'Create a key',
    description: "The key is of the caller's mode. Its secret is shown only in this answer.",
    body: ApiKeyInput,
    status: 201,
    answer: data(NewApiKey),
  },
  'keys.revoke': {
    method: 'DELETE',
    path: '/api/v1/api-keys/:id',
    access: 'keys.manage',
    tag,
    summary: 'Revoke a key',
    description: 'Effective at once. Revoking a revoked key changes nothing.',
    params: Type.Object({ id: IdOf('key', 'key') }),
    answer: data(ApiKey),
    errors: ['api_key_not_found'],
  },
} as const satisfies Operations
