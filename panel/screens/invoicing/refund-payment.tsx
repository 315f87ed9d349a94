// Refunds a Pix payment, in full or in part.
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { sumOf } from '../../logic/money.ts'
import { Button } from '../../parts/button.tsx'
import { Radio } from '../../parts/checkbox.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Input } from '../../parts/input.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './invoicing.module.css'
import { invoicingWords } from './words.ts'

export interface RefundPaymentProps {
  readonly invoiceId: string
  readonly payment: ResponseOf<'invoices.read'>['payments'][number]
  /** The amount that was not refunded yet. */
  readonly left: string
  /** The items of trips that the invoice bills. */
  readonly tripItems: readonly { readonly id: string; readonly name: string }[]
  /** What a cancelled or cheaper item is to be given back. */
  readonly proposed?: { readonly amount: string; readonly tripItem: string }
}

export function RefundPayment({ invoiceId, payment, left, tripItems, proposed }: RefundPaymentProps) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  /** Null until an amount is typed: what is proposed, or the whole rest then. */
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string>()
  const amount = typed ?? proposed?.amount ?? left
  const [isSettled, setSettled] = useState(true)
  const [reason, setReason] = useState('')
  const [tripItem, setTripItem] = useState(proposed?.tripItem ?? '')
  const refund = useChange('invoices.refund', {
    refreshes: ['invoices', 'trips'],
    onDone: () => {
      setOpen(false)
      setTyped(null)
      toast({ text: words.refundAsked })
    },
  })
  /** What the service refused, at its field. */
  const refused = (name: string) =>
    refund.error instanceof ApiError
      ? refund.error.details
          .filter(({ field }) => field === name)
          .map(({ issue, user_message: text = issue }) => text)[0]
      : undefined
  const send = () => {
    const isSome = Number(amount) > 0
    setFault(isSome ? undefined : words.refundNone)
    if (!isSome) return
    refund.mutate({
      params: { id: invoiceId },
      body: {
        payment_id: payment.id,
        amount: Number(amount),
        reduces_amount_due: isSettled,
        ...(isSettled && tripItem !== '' && { trip_item_id: tripItem }),
        ...(reason.trim() && { reason: reason.trim() }),
      },
    })
  }
  return (
    <>
      <Button
        isSmall
        onClick={() => {
          refund.reset()
          setOpen(true)
        }}
      >
        {words.refund}
      </Button>
      <Confirm
        title={words.refundTitle}
        verb={amount === '' ? words.refund : `${words.refund} ${formats.money(amount)}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={send}
        isBusy={refund.isPending}
        isDanger
        error={refund.error}
      >
        <p>{words.refundText}</p>
        <MoneyField
          label={words.amount}
          hint={words.refundLeft(
            formats.money(sumOf([payment.amount, payment.surcharge_amount])),
            formats.money(left),
          )}
          value={amount}
          onChange={(next) => {
            setTyped(next)
            setFault(undefined)
          }}
          error={fault ?? refused('amount')}
        />
        <fieldset className={css.methods}>
          <legend>{words.refundOwes}</legend>
          <Radio
            label={words.refundSettles}
            name="owes"
            checked={isSettled}
            onChange={() => setSettled(true)}
          />
          <Radio
            label={words.refundReopens}
            name="owes"
            checked={!isSettled}
            onChange={() => setSettled(false)}
          />
        </fieldset>
        {isSettled && (tripItems.length > 1 || tripItem !== '') && (
          <Select
            label={words.refundItem}
            none={words.refundAnyItem}
            choices={tripItems.map(({ id, name }) => ({ value: id, label: name }))}
            error={refused('trip_item_id')}
            value={tripItem}
            onChange={({ target }) => setTripItem(target.value)}
          />
        )}
        <Input
          label={words.refundReason}
          isOptional
          maxLength={140}
          error={refused('reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Confirm>
    </>
  )
}
