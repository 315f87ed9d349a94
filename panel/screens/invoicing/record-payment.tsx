// Records a payment that arrived by another way than Pix or boleto.
import { useState } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useNow } from '../../api/use-team.ts'
import { owedToday } from '../../kit/invoice-money.ts'
import { missingAmount, sumOf } from '../../kit/money.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form-box.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { invoicingWords } from './words.ts'

export function RecordPayment({ of }: { of: ResponseOf<'invoices.read'> }) {
  const words = useWords(invoicingWords)
  const [isOpen, setOpen] = useState(false)
  const formats = useFormats()
  const now = useNow()
  const close = () => setOpen(false)
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        {words.record}
      </Button>
      <Dialog title={words.record} isOpen={isOpen} onClose={close}>
        <Fields id={of.id} owed={owedToday(of, now && formats.isoDay(now))} onDone={close} />
      </Dialog>
    </>
  )
}

function Fields({ id, owed, onDone }: { id: string; owed: number; onDone: () => void }) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const now = useNow()
  /** The amount for which the person said that it is more than is due. */
  const [sureOf, setSureOf] = useState<string | null>(null)
  const { mutateAsync } = useChange('invoices.recordPayment', {
    refreshes: ['invoices', 'messages'],
    onDone: () => {
      toast({ text: words.recorded })
      onDone()
    },
  })
  const form = useApiForm({
    values: { amount: owed > 0 ? sumOf([owed]) : '', day: '' },
    send: ({ amount, day }) =>
      mutateAsync({
        params: { id },
        // Noon UTC is the same day in every time zone of Brazil.
        body: { amount: Number(amount), ...(day && { paid_at: `${day}T12:00:00Z` }) },
      }),
  })
  const amount = form.watch('amount')
  const beyond = missingAmount(sumOf([owed]), amount)
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p className="quiet">{words.recordText}</p>
      <FormPair>
        <MoneyField
          label={words.amount}
          value={amount}
          onChange={(typed) => form.setValue('amount', typed)}
          error={form.errorOf('amount')}
        />
        <DateField label={words.paidOn} isOptional max={now && formats.isoDay(now)} {...form.day('day')} />
      </FormPair>
      {beyond !== undefined && (
        <Checkbox
          label={words.recordBeyond(formats.money(beyond))}
          checked={sureOf === amount}
          onChange={({ target }) => setSureOf(target.checked ? amount : null)}
        />
      )}
      <FormButtons>
        <Button
          kind="main"
          type="submit"
          isBusy={form.isBusy}
          disabled={amount === '' || (beyond !== undefined && sureOf !== amount)}
        >
          {words.recordDo}
        </Button>
      </FormButtons>
    </Form>
  )
}
