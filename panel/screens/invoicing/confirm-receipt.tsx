// Confirms that the agency received a payment to its Pix key: with one click, or with another amount or day.
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { sumOf } from '../../logic/money.ts'
import { Button } from '../../parts/button.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './invoicing.module.css'
import { invoicingWords } from './words.ts'

interface ConfirmReceiptProps {
  readonly chargeId: string
  readonly amount: number
}

/** Confirms several at once. */
export function useConfirmReceipts(onDone: () => void = () => {}) {
  const words = useWords(invoicingWords)
  const parts = useWords(partWords)
  const change = useChange('receipts.confirm', {
    refreshes: ['receipts', 'invoices', 'reports', 'messages'],
    onDone: ({ receipts }) => {
      toast({ text: words.receiptsConfirmed(receipts.length) })
      onDone()
    },
  })
  return {
    isBusy: change.isPending,
    confirm: (receipts: readonly { readonly charge_id: string }[]) =>
      change.mutate(
        { body: { receipts: [...receipts] } },
        { onError: (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text }) },
      ),
    change,
  }
}

export function ConfirmReceipt({ chargeId, amount }: ConfirmReceiptProps) {
  const words = useWords(invoicingWords)
  const mayConfirm = usePermission('invoices.write')
  const [isOpen, setOpen] = useState(false)
  const { isBusy, confirm } = useConfirmReceipts()
  if (!mayConfirm) return null
  return (
    <span className={css.confirm}>
      <Button isSmall isBusy={isBusy} onClick={() => confirm([{ charge_id: chargeId }])}>
        {words.confirmReceipt}
      </Button>
      <Button isSmall kind="text" onClick={() => setOpen(true)}>
        {words.otherReceipt}
      </Button>
      <Dialog title={words.otherReceiptTitle} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Other chargeId={chargeId} amount={amount} onDone={() => setOpen(false)} />
      </Dialog>
    </span>
  )
}

function Other({ chargeId, amount: asked, onDone }: ConfirmReceiptProps & { onDone: () => void }) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const now = useNow()
  const { change } = useConfirmReceipts(onDone)
  const form = useApiForm({
    values: { amount: sumOf([asked]), day: '' },
    send: ({ amount, day }) => {
      // Noon UTC is the same day in every time zone of Brazil.
      const paid = day && { paid_at: `${day}T12:00:00Z` }
      return change.mutateAsync({
        body: { receipts: [{ charge_id: chargeId, amount: Number(amount), ...paid }] },
      })
    },
  })
  const amount = form.watch('amount')
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormPair>
        <MoneyField
          label={words.amount}
          value={amount}
          onChange={(typed) => form.setValue('amount', typed)}
          error={form.errorOf('amount')}
        />
        <DateField label={words.paidOn} isOptional max={now && formats.isoDay(now)} {...form.day('day')} />
      </FormPair>
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy} disabled={amount === ''}>
          {words.confirmReceipt}
        </Button>
      </FormButtons>
    </Form>
  )
}
