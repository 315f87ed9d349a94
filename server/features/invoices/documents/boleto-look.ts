// How the page of a boleto looks: that of an invoice in the looks of its agency and the language of its client, with
// what was paid. A recharge is the agency's own business with whoever runs the service, and in nobody's looks.

import { ownerOfRow } from '../../../kernel/outbox/owner.ts'
import { BANK_ZONE } from '../../../kernel/values/business-days.ts'
import { dateIn } from '../../../kernel/values/dates.ts'
import type { BoletoLook } from '../../../render/boleto/boleto-page.ts'
import { languageFor } from '../../../render/words/page-words.ts'
import { clientOf } from '../../clients/client-store.ts'
import type { ChargeRow } from '../../payments/charge-store.ts'
import { paidBy } from '../../payments/return-store.ts'
import { letterheadOf } from '../../teams/letterhead.ts'
import { demandTeam } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { findInvoice } from '../invoice-store.ts'
import { invoiceUrl } from './links.ts'

export async function boletoLook(world: World, charge: ChargeRow): Promise<BoletoLook> {
  const { pool } = world
  const money = await paidBy(pool, charge.id)
  const paid = money && { amountCents: money.cents, on: dateIn(money.paidAt, BANK_ZONE) }
  if (charge.purpose !== 'invoice') return { paid }
  const owner = ownerOfRow(charge)
  const invoice = await findInvoice(pool, owner, charge.reference_id)
  if (invoice === undefined) return { paid }
  const [team, client] = [await demandTeam(pool, charge.team_id), await clientOf(pool, owner, invoice)]
  return {
    paid,
    language: languageFor(client, team),
    letterhead: letterheadOf(world, team, invoice.parties?.issuer),
    invoiceUrl: invoiceUrl(world, invoice.link_token),
  }
}
