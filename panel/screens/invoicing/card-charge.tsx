// The card of an invoice: how far its charge is, when the money arrives, and what differs from the agency's terms.
import { CARD_FEE_BEARERS, INSTALMENTS_MAX, REFUSAL_REASONS } from '../../../contract/cards.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { usePermission } from '../../api/use-team.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { FormPair } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { cardWords } from '../../words/cards.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './invoicing.module.css'

type Invoice = ResponseOf<'invoices.read'>
type Charge = Invoice['charges'][number]
type Instalment = Charge['instalments'][number]

const KINDS: Readonly<Record<Charge['status'], StatusKind>> = {
  requested: 'wait',
  open: 'wait',
  authorised: 'wait',
  paid: 'info',
  settled: 'ok',
  refunded: 'mute',
  disputed: 'bad',
  lost: 'bad',
}

export function CardCharge({ of }: { of: Invoice }) {
  const words = useWords(cardWords)
  const charges = of.charges.filter(({ method }) => method === 'card')
  const isOffered = of.payment_methods.includes('card')
  if (charges.length === 0 && of.card_refusals.length === 0 && !isOffered) return null
  return (
    <Card title={words.card} sub={words.cardSub}>
      <div className={css.page}>
        {charges.length === 0 && of.card_refusals.length === 0 && <p className="quiet">{words.none}</p>}
        {charges.map((charge) => (
          <Facts key={charge.id} of={charge} />
        ))}
        {of.card_refusals.length > 0 && <Refusals of={of.card_refusals} />}
        {of.payment_status !== 'paid' && of.status !== 'cancelled' && <Terms of={of} />}
        <TestCard of={of} />
      </div>
    </Card>
  )
}

function Facts({ of: charge }: { of: Charge }) {
  const words = useWords(cardWords)
  const formats = useFormats()
  const { status, instalment_count: count, card } = charge
  // Of money that went back, or may, nothing is to come.
  const isComing = status === 'paid' || status === 'settled'
  const instalments = isComing ? charge.instalments : []
  return (
    <div className={css.page}>
      <p>
        <Status kind={KINDS[status]}>{words.statuses[status]}</Status>{' '}
        {[count === null ? '' : words.times(count), paidWith(card, words.paidWith)]
          .filter(Boolean)
          .join(', ')}
      </p>
      <p>
        {words.charged}: <Amount of={charge.amount} isStrong />
        {charge.surcharge_amount > 0 && ` (${words.surcharge}: ${formats.money(charge.surcharge_amount)})`}
      </p>
      {charge.fee_amount !== null && charge.net_amount !== null && (
        <p>
          {words.fee}: {formats.money(charge.fee_amount)}. {words.net}:{' '}
          {isComing ? <Amount of={charge.net_amount} isStrong /> : '—'}
        </p>
      )}
      {instalments.length > 0 && <Instalments of={instalments} />}
    </div>
  )
}

/** Of all charges by card, also of those that were replaced or withdrawn. */
function Refusals({ of }: { of: Invoice['card_refusals'] }) {
  const words = useWords(cardWords)
  const formats = useFormats()
  return (
    <div>
      <h3>{words.refusals}</h3>
      {of.map(({ at, reason, charge_id, amount, instalment_count: count }) => {
        const what = [formats.money(amount), ...(count === null ? [] : [words.times(count).toLowerCase()])]
        return (
          <p key={`${charge_id} ${at}`} className="quiet">
            {words.refusedAt(formats.moment(at), words.reasons[knownReason(reason)])} ({what.join(', ')})
          </p>
        )
      })}
    </div>
  )
}

function paidWith(card: Charge['card'], text: (brand: string, digits: string) => string): string {
  return card?.brand && card.last_digits ? text(card.brand, card.last_digits) : ''
}

function knownReason(reason: string) {
  return REFUSAL_REASONS.find((known) => known === reason) ?? 'refused'
}

function Instalments({ of }: { of: readonly Instalment[] }) {
  const words = useWords(cardWords)
  const formats = useFormats()
  const columns: Column<Instalment>[] = [
    { name: 'number', head: words.instalment, cell: ({ number }) => String(number), phone: 'title' },
    {
      name: 'day',
      head: words.settlesOn,
      cell: ({ settles_on: day, settled_at: at }) =>
        at === null ? (day === null ? '' : formats.date(day)) : `${words.settled} ${formats.moment(at)}`,
      phone: 'main',
      isWide: true,
    },
    {
      name: 'net',
      head: words.net,
      cell: ({ net_amount }) => <Amount of={net_amount} />,
      isEnd: true,
      phone: 'side',
    },
  ]
  return (
    <Table caption={words.settlement} columns={columns} rows={of} keyOf={({ number }) => String(number)} />
  )
}

/** Differences from the agency's settings. */
function Terms({ of: { id, card_payment: own } }: { of: Invoice }) {
  const words = useWords(cardWords)
  const parts = useWords(partWords)
  const mayWrite = usePermission('invoices.write')
  const change = useChange('invoices.update', {
    refreshes: ['invoices'],
    onDone: () => toast({ text: words.saved }),
  })
  if (!mayWrite) return null
  const save = (card_payment: Partial<typeof own>) =>
    change.mutate(
      { params: { id }, body: { card_payment } },
      { onError: (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text }) },
    )
  const counts = Array.from({ length: INSTALMENTS_MAX }, (_, index) => String(index + 1))
  return (
    <FormPair>
      <Select
        label={words.max}
        none={words.asTeam}
        choices={counts.map((value) => ({ value, label: words.times(Number(value)) }))}
        value={own.instalments_max === null ? '' : String(own.instalments_max)}
        disabled={change.isPending}
        onChange={({ target: { value } }) => save({ instalments_max: value === '' ? null : Number(value) })}
      />
      <Select
        label={words.bearer}
        none={words.asTeam}
        choices={CARD_FEE_BEARERS.map((value) => ({ value, label: words.bearers[value] }))}
        value={own.fee_bearer ?? ''}
        disabled={change.isPending}
        onChange={({ target: { value } }) =>
          save({ fee_bearer: CARD_FEE_BEARERS.find((one) => one === value) ?? null })
        }
      />
    </FormPair>
  )
}

/** In test mode: plays the payer, and the bank of the card. */
function TestCard({ of: { id, charges, payment_status: status } }: { of: Invoice }) {
  const words = useWords(cardWords)
  const parts = useWords(partWords)
  const isTest = usePreferences().mode === 'test'
  const mayPay = usePermission('sandbox.write')
  const play = useChange('testCharges.card', { refreshes: ['invoices', 'disputes'] })
  if (!isTest || !mayPay) return null
  const card = charges.findLast(({ method }) => method === 'card')?.status
  const isPaid = card === 'paid' || card === 'settled'
  const actions =
    card === 'disputed'
      ? (['win', 'lose'] as const)
      : isPaid
        ? (['dispute'] as const)
        : status === 'paid'
          ? []
          : (['approve', 'refuse', 'analyse'] as const)
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  return (
    <div className={css.ends}>
      {actions.map((action) => (
        <Button
          key={action}
          isSmall
          isBusy={play.isPending}
          onClick={() => play.mutate({ params: { id }, body: { action } }, { onError })}
        >
          {words.test[action]}
        </Button>
      ))}
    </div>
  )
}
