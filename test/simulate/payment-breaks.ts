// Errors in ways to pay: money by card, credit and discounts that counts twice, or not at all.
import type { Break } from './breaks.ts'

const PAYMENTS = 'server/features/invoices/payments.ts'

export const PAYMENT_BREAKS: readonly Break[] = [
  {
    name: 'payments: a card that is reported again is paid again',
    file: PAYMENTS,
    text: `  { charge, payment, banks }: InvoiceReceipt,
): Promise<Invoice | undefined> {
`,
    becomes: `  { charge, payment: reported, banks }: InvoiceReceipt,
): Promise<Invoice | undefined> {
  const payment = charge.method === 'card' ? { ...reported, id: reported.id + 'n' + tx.now.getTime() } : reported
`,
  },
  {
    name: 'payments: a dispute that is won gives the money back twice',
    file: 'server/features/invoices/disputes.ts',
    text: 'const amountCents = before.taken_cents - after.taken_cents',
    becomes:
      'const amountCents = (after.status === "won" ? 2n : 1n) * (before.taken_cents - after.taken_cents)',
  },
  {
    name: 'payments: credit that is used can be used again',
    file: 'server/features/client-credit/store.ts',
    text: 'set left_cents = left_cents - $2 where id = $1',
    becomes: 'set left_cents = left_cents - 0 * $2::bigint where id = $1',
  },
  {
    name: 'payments: a card that is withdrawn stays open at its bank',
    file: 'server/adapters/banks/asaas/charges.ts',
    text: "for (const sale of sales.filter(([{ status }]) => status === 'open')) {",
    becomes: 'for (const sale of sales.slice(sales.length)) {',
  },
  {
    name: 'payments: who pays early owes the discount',
    file: 'server/kernel/values/early-payment.ts',
    text: 'return left > 0n && left <= offeredCents ? left : 0n',
    becomes: 'return left > 0n && left <= offeredCents ? 0n * left : 0n',
  },
  {
    name: 'payments: a debit that the bank refused for good is waited for',
    file: 'server/features/mandates/debits.ts',
    text: "  if (verdict.status === 'removed') {\n    const isRefused",
    becomes:
      "  if (verdict.status === 'removed' && !isPaid) return\n  if (verdict.status === 'removed') {\n    const isRefused",
  },
]
