// How an invoice can be paid now, as its callers see it: the code of its PIX charge, and its boleto.
import type { Boleto, Pix } from '../../../contract/invoices.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE } from '../../kernel/values/business-days.ts'
import { dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import { boletoPdfUrl, pageUrl, qrCodeUrl } from '../payments/charge-links.ts'
import { type ChargeRow, findCharges } from '../payments/charge-store.ts'
import { isPayable } from '../payments/states.ts'
import type { World } from '../world.ts'

/** The ways to pay; null where there is none, or none yet. */
export interface WaysToPay {
  pix: Pix | null
  boleto: Boleto | null
}

/** The charges by which these can be paid or were paid, by id. */
export async function chargesOf(
  db: Queryable,
  all: readonly { charge_id: string | null; boleto_charge_id?: string | null }[],
): Promise<Map<string, ChargeRow>> {
  const ids = all.flatMap(({ charge_id, boleto_charge_id = null }) => [charge_id, boleto_charge_id])
  const known = ids.filter((id) => id !== null)
  return new Map((await findCharges(db, known)).map((charge) => [charge.id, charge]))
}

export function waysToPay(
  world: World,
  { pix, boleto }: { pix: ChargeRow | null; boleto: ChargeRow | null },
): WaysToPay {
  return { pix: pixView(world, pix), boleto: boletoView(world, boleto) }
}

function pixView(world: World, charge: ChargeRow | null): Pix | null {
  if (charge === null || !isPayable(charge) || charge.pix_copy_paste === null) return null
  return {
    copy_paste: charge.pix_copy_paste,
    qrcode_url: qrCodeUrl(world, charge),
    txid: charge.txid,
    amount: numberFromCents(charge.amount_cents),
    expires_at: isoTimestamp(charge.expires_at),
  }
}

function boletoView(world: World, charge: ChargeRow | null): Boleto | null {
  if (charge === null || !isPayable(charge) || charge.boleto_barcode === null) return null
  return {
    barcode: charge.boleto_barcode,
    digitable_line: digitableLine(charge.boleto_barcode),
    url: pageUrl(world, charge),
    pdf_url: boletoPdfUrl(world, charge),
    txid: charge.txid,
    amount: numberFromCents(charge.amount_cents),
    due_date: charge.due_date ?? dateIn(charge.expires_at, BANK_ZONE).toString(),
    expires_at: isoTimestamp(charge.expires_at),
  }
}
