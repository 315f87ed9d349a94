// The credit of an invoice: its credit notes, the client's credit that can pay it, and an overpayment that becomes credit.
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf, Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { owedToday } from '../../logic/invoice-money.ts'
import { sumOf } from '../../logic/money.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { creditWords } from './credit-words.ts'
import css from './invoicing.module.css'

type Invoice = ResponseOf<'invoices.read'>

/** Loaded when it is opened. */
const CreditNoteForm = lazy(async () => ({
  default: (await import('./credit-note-form.tsx')).CreditNoteForm,
}))

const REFRESHES = ['invoices', 'clients', 'trips', 'messages']

export function CreditCard({ of }: { of: Invoice }) {
  const words = useWords(creditWords)
  const formats = useFormats()
  const [mayWrite, mayRefund] = [usePermission('invoices.write'), usePermission('invoices.refund')]
  const notes = useRead('creditNotes.list', { query: { invoice_id: of.id, limit: 100 } })
  const balance = useRead('clients.balance', { params: { id: of.client_id } })
  const credit = balance.data?.credit ?? 0
  const isSent = of.status === 'sent'
  const mayUse = mayWrite && isSent && of.amount_due > 0 && credit > 0
  const free = of.status === 'cancelled' ? of.amount_paid : of.amount_overpaid
  const rows = notes.data?.items ?? []
  if (!isSent && free === 0 && rows.length === 0) return null
  return (
    <Card title={words.card} action={mayRefund && isSent && <CreditNoteButton of={of} />}>
      {rows.length === 0 ? <p className="quiet">{words.cardNone}</p> : <Notes of={rows} />}
      {mayUse && <p>{words.has(formats.money(credit))}</p>}
      <div className={css.ends}>
        {mayUse && <UseCredit of={of} credit={credit} />}
        {mayRefund && free > 0 && <TurnIntoCredit of={of} amount={free} />}
      </div>
    </Card>
  )
}

function CreditNoteButton({ of }: { of: Invoice }) {
  const words = useWords(creditWords)
  return (
    <DialogButton isSmall verb={words.create} title={words.createTitle}>
      {(close) => (
        <Suspense>
          <CreditNoteForm of={of} onDone={close} />
        </Suspense>
      )}
    </DialogButton>
  )
}

type Note = Row<'creditNotes.list'>

function Notes({ of }: { of: readonly Note[] }) {
  const words = useWords(creditWords)
  const maySend = usePermission('invoices.refund')
  const columns: Column<Note>[] = [
    { name: 'number', head: words.number, cell: ({ number }) => number, phone: 'title' },
    { name: 'reason', head: words.reason, cell: ({ reason }) => reason, isWide: true, phone: 'rest' },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
    {
      name: 'pdf',
      head: words.pdf,
      cell: ({ pdf_url: url }) => <ExternalLink href={url}>{words.pdf}</ExternalLink>,
      isEnd: true,
      phone: 'more',
    },
    ...(maySend
      ? [
          {
            name: 'send',
            head: words.resend,
            cell: ({ id }: Note) => <Resend id={id} />,
            isEnd: true,
            phone: 'main' as const,
          },
        ]
      : []),
  ]
  return <Table caption={words.title} columns={columns} rows={of} keyOf={({ id }) => id} />
}

function Resend({ id }: { id: string }) {
  const words = useWords(creditWords)
  const change = useChange('creditNotes.send', {
    refreshes: ['messages', 'mails'],
    onDone: () => toast({ text: words.resent }),
  })
  return (
    <Button isSmall isBusy={change.isPending} onClick={() => change.mutate({ params: { id } })}>
      {words.resend}
    </Button>
  )
}

function UseCredit({ of, credit }: { of: Invoice; credit: number }) {
  const words = useWords(creditWords)
  const formats = useFormats()
  const now = useNow()
  const [amount, setAmount] = useState<string | null>(null)
  const close = () => setAmount(null)
  const change = useChange('invoices.useCredit', {
    refreshes: REFRESHES,
    onDone: () => {
      close()
      toast({ text: words.used })
    },
  })
  const owed = owedToday(of, now && formats.isoDay(now))
  const open = () => {
    change.reset()
    // Less a discount for early payment; fine and interest only if the user enters such an amount.
    setAmount(sumOf([Math.min(credit, of.amount_due, owed)]))
  }
  return (
    <>
      <Button isSmall onClick={open}>
        {words.useCredit}
      </Button>
      <Confirm
        title={words.useTitle}
        verb={amount ? words.creditUsed(formats.money(amount)) : words.useCredit}
        isOpen={amount !== null}
        onClose={close}
        onConfirm={() => change.mutate({ params: { id: of.id }, body: { amount: Number(amount) } })}
        isBusy={change.isPending}
        isBlocked={Number(amount) === 0}
        error={change.error}
      >
        <p>{words.useText(formats.money(credit))}</p>
        <MoneyField
          label={words.amount}
          hint={words.most(formats.money(Math.min(credit, Math.max(of.amount_due, owed))))}
          value={amount ?? ''}
          onChange={setAmount}
        />
      </Confirm>
    </>
  )
}

function TurnIntoCredit({ of, amount }: { of: Invoice; amount: number }) {
  const words = useWords(creditWords)
  const formats = useFormats()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const [expires, setExpires] = useState('')
  const change = useChange('invoices.creditOverpayment', {
    refreshes: REFRESHES,
    onDone: () => {
      setOpen(false)
      toast({ text: words.turned })
    },
  })
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        {words.turn}
      </Button>
      <Confirm
        title={words.turnTitle}
        verb={words.turn}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          change.mutate({
            params: { id: of.id },
            body: { amount, ...(expires !== '' && { expires_on: expires }) },
          })
        }
        isBusy={change.isPending}
        error={change.error}
      >
        <p>{words.turnText(formats.money(amount))}</p>
        <DateField
          label={words.expires}
          hint={words.expiresHint}
          isOptional
          about="future"
          min={now && formats.isoDay(now)}
          value={expires}
          onChange={({ target }) => setExpires(target.value)}
        />
      </Confirm>
    </>
  )
}
