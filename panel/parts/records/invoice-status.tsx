// The status of an invoice: whether it was sent, and then whether it is paid.
import type { Row } from '../../api/operations.ts'
import { isGivenBack } from '../../logic/invoice-money.ts'
import { useWords } from '../../words/language.tsx'
import { statusWords } from '../../words/statuses.ts'
import { Status } from '../status.tsx'

const PAYMENT = { pending: 'info', partial: 'wait', paid: 'ok', overdue: 'bad' } as const

export function InvoiceStatus({ of }: { of: Row<'invoices.list'> }) {
  const words = useWords(statusWords)
  if (isGivenBack(of)) return <Status kind="mute">{words.givenBack}</Status>
  if (of.status !== 'sent' && of.payment_status !== 'paid')
    return <Status kind="mute">{words.invoice[of.status]}</Status>
  return <Status kind={PAYMENT[of.payment_status]}>{words.payment[of.payment_status]}</Status>
}
