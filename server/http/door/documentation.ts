// OpenAPI 3.1 from the table of operations.
import swagger from '@fastify/swagger'
import { VERSION } from '../../base/process/version.ts'
import type { World } from '../../world.ts'
import type { HttpConfig } from '../settings.ts'
import { cookieName } from './cookies.ts'
import { publicDocument } from './openapi-document.ts'
import { permissionText } from './permission-text.ts'
import type { App } from './types.ts'

const DESCRIPTION = `Flights, bookings, wallet, webhooks and invoicing for travel agencies.

Every request carries \`Authorization: Bearer <API key>\`. Test keys (\`sk_test_\`) work on a sandbox of their own.
Writes may carry an \`Idempotency-Key\`: the same request with the same key is done once and answered twice.`

export async function describeApi(app: App, world: World<HttpConfig>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Embarque',
        version: VERSION,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: world.config.publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: permissionText() },
          session: { type: 'apiKey', in: 'cookie', name: cookieName(world.config) },
        },
      },
      security: [{ apiKey: [] }],
    },
    hideUntagged: true,
    transformObject: (made) => publicDocument((made as { openapiObject: object }).openapiObject),
  })
}
