// The form that records a payment which arrived by another way than through a connected bank.
import { useState } from 'react'
import { MANUAL_METHODS } from '../../../contract/credit-states.ts'
import { useChange } from '../../api/use-change.ts'
import { useNow } from '../../api/use-team.ts'
import { missingAmount, sumOf } from '../../logic/money.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { creditWords } from './credit-words.ts'
import { invoicingWords } from './words.ts'

export function RecordPaymentForm({ id, owed, onDone }: { id: string; owed: number; onDone: () => void }) {
  const words = useWords(invoicingWords)
  const credit = useWords(creditWords)
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
    values: { amount: owed > 0 ? sumOf([owed]) : '', day: '', how: '', reference: '' },
    send: ({ amount, day, how, reference }) =>
      mutateAsync({
        params: { id },
        // Noon UTC is the same day in every time zone of Brazil.
        body: {
          amount: Number(amount),
          ...(day && { paid_at: `${day}T12:00:00Z` }),
          manual_method: MANUAL_METHODS.find((one) => one === how) ?? null,
          ...(reference && { reference }),
        },
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
      <FormPair>
        <Select
          label={credit.how}
          none={credit.howNone}
          choices={MANUAL_METHODS.map((one) => ({ value: one, label: credit.manual[one] }))}
          {...form.field('how')}
        />
        <Input
          label={credit.reference}
          hint={credit.referenceHint}
          isOptional
          maxLength={140}
          {...form.field('reference')}
        />
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
