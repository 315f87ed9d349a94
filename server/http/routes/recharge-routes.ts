// /api/v1/wallet/recharge: asking for money, following it, and calling it off.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Enveloped, IdOf, Listed } from '../../../contract/common.ts'
import { Recharge, RechargeInput, RechargesQuery } from '../../../contract/wallet.ts'
import { fail } from '../../base/values/fail.ts'
import { findCharge } from '../../payments/charge-store.ts'
import { cancelRecharge } from '../../wallet/cancel-recharge.ts'
import { createRecharge } from '../../wallet/create-recharge.ts'
import { countRecharges, findRecharge, listRecharges } from '../../wallet/recharge-store.ts'
import { rechargeView } from '../../wallet/recharge-view.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Wallet']
const params = Type.Object({ id: IdOf('recharge', 'rch') })
const CHECKS = [
  'invalid_payment_method',
  'minimum_amount_is_r_100_00',
  'maximum_amount_is_r_50000_00',
  'daily_limit_exceeded',
] as const

export function rechargeRoutes(app: App, world: World): void {
  app.post(
    '/api/v1/wallet/recharge',
    {
      schema: {
        summary: 'Recharge the wallet',
        description:
          'By PIX (valid 30 minutes) or boleto (3 business days). The wallet is credited once it is paid.',
        tags,
        body: RechargeInput,
        response: writeAnswers(201, Enveloped(Recharge), ...CHECKS),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => createRecharge(world, scope, request.body), {
        status: 201,
        body: (recharge) => {
          tellHowToPay(request, recharge)
          return enveloped(recharge)
        },
      }),
  )

  app.get(
    '/api/v1/wallet/recharge/:id',
    {
      schema: {
        summary: 'Read a recharge',
        tags,
        params,
        response: readAnswers(Enveloped(Recharge), 'recharge_not_found'),
      },
    },
    async (request, reply) => {
      const recharge = await findRecharge(world.pool, ownerOf(request), request.params.id)
      if (recharge === undefined) return fail('recharge_not_found')
      const charge =
        recharge.status === 'pending' ? await findCharge(world.pool, recharge.charge_id) : undefined
      const view = rechargeView(world, recharge, charge)
      tellHowToPay(request, view)
      return reply.send(enveloped(view))
    },
  )

  app.get(
    '/api/v1/wallet/recharges',
    {
      schema: {
        summary: 'List recharges',
        description: 'Newest first.',
        tags,
        querystring: RechargesQuery,
        response: readAnswers(Listed(Recharge)),
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const page = pageOf(request.query)
      const total = await countRecharges(world.pool, owner, request.query.status)
      const recharges = await listRecharges(world.pool, owner, request.query.status, page)
      const views = recharges.map((recharge) => rechargeView(world, recharge))
      return reply.send(listed(views, page, total))
    },
  )

  app.delete(
    '/api/v1/wallet/recharge/:id',
    {
      schema: {
        summary: 'Cancel a pending recharge',
        description:
          'A payment that is on its way all the same is credited, and the recharge becomes completed.',
        tags,
        params,
        response: writeAnswers(200, Enveloped(Recharge), 'recharge_not_found', 'recharge_not_pending'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => cancelRecharge(world, scope, request.params.id)),
  )
}

function tellHowToPay(request: FastifyRequest, { id, status }: Recharge): void {
  if (status !== 'pending') return
  request.metaMessage = `Test mode: nobody can pay this for real. POST /api/v1/test/charges/${id}/pay pays it.`
}
