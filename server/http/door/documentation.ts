// The page that shows the OpenAPI document.
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { SERVICE_OPERATIONS } from '../../../contract/operations/service.ts'
import type { App } from './types.ts'

/** The library that draws the page asks another for the document: this one, by its name. */
const MADE_BY = {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
}

/** The page loads nothing from any other host, and its policy forbids it to. */
export async function serveDocumentation(app: App, document: () => object): Promise<void> {
  const giving = async (site: FastifyInstance) => void site.decorate('swagger', document)
  await app.register(Object.assign(giving, MADE_BY))
  await app.register(swaggerUi, {
    routePrefix: SERVICE_OPERATIONS['service.docs'].path,
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    uiConfig: { persistAuthorization: false, tryItOutEnabled: true, validatorUrl: null },
    // Without the bar of the library that draws the page.
    theme: {
      title: 'Embarque API',
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}
