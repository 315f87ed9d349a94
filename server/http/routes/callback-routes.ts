// Where banks tell us of payments. Anybody may knock: what is said here is only a hint, and is read back.
import Type from 'typebox'
import { fail } from '../../base/values/fail.ts'
import { CALLBACK_PATH } from '../../payments/provider-view.ts'
import { receiveCallback } from '../../payments/receive-callback.ts'
import type { World } from '../../world.ts'
import type { App } from '../door/types.ts'

const params = Type.Object({ provider: Type.String(), token: Type.String() })

export function callbackRoutes(app: App, world: World): void {
  // Banks append a word of their own to the address they were given.
  for (const path of [`${CALLBACK_PATH}/:provider/:token`, `${CALLBACK_PATH}/:provider/:token/pix`]) {
    app.post(
      path,
      { schema: { hide: true, params, body: Type.Unknown() }, config: { open: true, counted: true } },
      async (request, reply) => {
        const { provider, token } = request.params
        if (!(await receiveCallback(world, provider, token, request.body))) return fail('route_not_found')
        return reply.send({ success: true })
      },
    )
  }
}
