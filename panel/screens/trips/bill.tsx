// An invoice from trips of one client: chosen items with amounts, a preview, then a draft or an invoice that is sent.
import receipt from 'icon:receipt-text'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { BillableItem } from '../../../contract/trips.ts'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { daysAfter, isDay } from '../../logic/calendar-days.ts'
import { sumOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Form, FormButtons } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { MethodChoice } from '../../parts/records/method-choice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { toast } from '../../parts/toast.tsx'
import { type FieldFault, useApiForm } from '../../parts/use-api-form.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { fieldWords } from '../../words/fields.ts'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import css from './bill.module.css'
import { amountFault, type BillDraft, billBody, billDraft, isChosen } from './bill-draft.ts'
import { billWords } from './bill-words.ts'

const DUE_DAYS = 3

export function Screen() {
  const words = useWords(billWords)
  const shared = useWords(tripWords)
  const list = useFilters(['client_id', 'trip'])
  const { client_id: clientId, trip } = list.filters
  const seesClients = usePermission('clients.read')
  const back =
    trip === '' ? { to: PATHS.trips, name: shared.trips } : { to: PATHS.trip(trip), name: shared.trip }
  return (
    <>
      <PageHead title={words.title} sub={words.sub} back={back} />
      <Allowed to="invoices.write" isPage>
        {clientId === '' ? (
          <Card title={words.whose}>
            {seesClients && <ClientField value={clientId} onChange={(id) => list.set({ client_id: id })} />}
          </Card>
        ) : (
          <Billable clientId={clientId} tripId={trip} />
        )}
      </Allowed>
    </>
  )
}

function Billable({ clientId, tripId }: { clientId: string; tripId: string }) {
  const words = useWords(billWords)
  const shared = useWords(tripWords)
  const formats = useFormats()
  const now = useNow()
  const result = useRead('clients.billableItems', { params: { id: clientId } })
  const { data: team, isLoading } = useRead('team.profile', {})
  return (
    <Loaded result={result}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState title={words.nothing} text={words.nothingText} icon={receipt}>
            {tripId !== '' && <ButtonLink to={PATHS.trip(tripId)}>{shared.openTrip}</ButtonLink>}
          </EmptyState>
        ) : (
          now &&
          !isLoading && (
            <BillForm
              clientId={clientId}
              tripId={tripId}
              items={items}
              today={formats.isoDay(now)}
              methods={team?.payment_methods ?? ['pix']}
            />
          )
        )
      }
    </Loaded>
  )
}

interface BillProps {
  readonly clientId: string
  readonly tripId: string
  readonly items: readonly BillableItem[]
  readonly today: string
  /** Those of the team's settings. */
  readonly methods: PaymentMethod[]
}

function BillForm({ clientId, tripId, items, today, methods }: BillProps) {
  const words = useWords(billWords)
  const shared = useWords(tripWords)
  const faults = useWords(fieldWords)
  const reach = useReachability()
  const [asks, setAsks] = useState(false)
  const create = useChange('invoices.create', {
    refreshes: ['invoices', 'trips', 'clients'],
    onDone: ({ data }) => {
      form.draft.end()
      toast({ text: data.status === 'sent' ? shared.charged[reach(data.client)] : words.savedDraft })
      void navigate(PATHS.invoice(data.id))
    },
  })
  const check = (draft: BillDraft): FieldFault[] => {
    const chosen = items.filter(({ trip_item_id: id }) => isChosen(draft, id))
    if (chosen.length === 0) return [['root', words.chooseSome]]
    const faults = chosen.flatMap(({ trip_item_id: id, open }): FieldFault[] => {
      const fault = amountFault(draft.amounts[id] ?? '', open)
      return fault === undefined ? [] : [[`amounts.${id}`, words.faults[fault]]]
    })
    const isDue = isDay(draft.due_date) && draft.due_date >= today
    return isDue ? faults : [...faults, ['due_date', words.dueEarly]]
  }
  const send = (draft: BillDraft, status: 'draft' | 'sent') =>
    create.mutateAsync({ body: { ...billBody(draft, items, { clientId, today }), status } })
  const form = useApiForm<BillDraft>({
    values: { ...billDraft(items, tripId, daysAfter(today, DUE_DAYS)), payment_methods: methods },
    // What is open may have changed since: a draft fits its items only.
    draft: `bill ${clientId} ${tripId} ${items.map(({ trip_item_id: id, open }) => `${id}=${open}`).join()}`,
    keepsDraft: true,
    check,
    send: async () => {
      const draft = form.getValues()
      if (wanted.current === 'sent') setAsks(true)
      else await send(draft, 'draft')
    },
  })
  const [wanted] = useState<{ current: 'draft' | 'sent' }>({ current: 'draft' })
  const begin = (status: 'draft' | 'sent') => {
    wanted.current = status
    create.reset()
    void form.submit()
  }
  const draft = form.watch()
  const body = billBody(draft, items, { clientId, today })
  const isFit =
    body.items.length > 0 &&
    isDay(draft.due_date) &&
    items.every(
      ({ trip_item_id: id, open }) =>
        !isChosen(draft, id) || amountFault(draft.amounts[id] ?? '', open) === undefined,
    )
  return (
    <Form onSubmit={(event) => event.preventDefault()} failure={form.failure}>
      <FormNotices form={form} />
      <div className={css.halves}>
        <div className={css.page}>
          {tripsOf(items).map(([trip, ofTrip]) => (
            <Card
              key={trip.trip_id}
              title={trip.trip_title}
              sub={<Link to={PATHS.trip(trip.trip_id)}>{trip.trip_number}</Link>}
            >
              <ul className={css.lines}>
                {ofTrip.map((item) => (
                  <li key={item.trip_item_id}>
                    <Line item={item} form={form} />
                  </li>
                ))}
              </ul>
            </Card>
          ))}
        </div>
        <div className={css.page}>
          <Card title={words.payment}>
            <div className={css.fields}>
              <DateField label={words.due} about="future" min={today} {...form.day('due_date')} />
              <fieldset className={css.methods}>
                <legend>{words.methods}</legend>
                <MethodChoice chosen={draft.payment_methods} field={form.register('payment_methods')} />
              </fieldset>
              <Textarea
                label={words.notes}
                hint={words.notesHint}
                isOptional
                rows={2}
                error={form.errorOf('notes') ?? (draft.notes.length > 2_000 ? faults.long(2_000) : undefined)}
                {...form.register('notes')}
              />
            </div>
          </Card>
          <Preview body={body} isFit={isFit} />
          <FormButtons>
            <Button isBusy={create.isPending} onClick={() => begin('draft')}>
              {words.saveDraft}
            </Button>
            <Button kind="main" isBusy={create.isPending} onClick={() => begin('sent')}>
              {words.createSend}
            </Button>
          </FormButtons>
        </div>
      </div>
      {asks &&
        createPortal(
          <SendQuestion
            clientId={clientId}
            draft={draft}
            items={body.items}
            isBusy={create.isPending}
            error={create.error}
            onClose={() => setAsks(false)}
            onConfirm={() => void send(form.getValues(), 'sent').catch(() => undefined)}
          />,
          document.body,
        )}
    </Form>
  )
}

function tripsOf(items: readonly BillableItem[]): [BillableItem, BillableItem[]][] {
  const byTrip = new Map<string, [BillableItem, BillableItem[]]>()
  for (const item of items) {
    const [first, all] = byTrip.get(item.trip_id) ?? [item, []]
    byTrip.set(item.trip_id, [first, [...all, item]])
  }
  return [...byTrip.values()]
}

type BillFormState = ReturnType<typeof useApiForm<BillDraft>>

function Line({ item, form }: { item: BillableItem; form: BillFormState }) {
  const words = useWords(billWords)
  const formats = useFormats()
  const { trip_item_id: id, description, open, status } = item
  const days = [
    ...new Set([item.starts_at, item.ends_at].flatMap((at) => (at === null ? [] : [at.slice(0, 10)]))),
  ]
  const facts = [
    days.map((day) => formats.date(day)).join(' – '),
    status === 'quoted' && words.quoted,
    words.open(formats.money(open)),
  ].filter(Boolean)
  const name = `amounts.${id}` as const
  const amount = form.watch(name) ?? ''
  const [isOn, setOn] = useState(amount !== '')
  const fault = isOn ? amountFault(amount, open) : undefined
  const set = (next: string) => {
    form.setValue(name, next, { shouldDirty: true })
    form.clearErrors(name)
  }
  return (
    <>
      <Checkbox
        label={<span className={css.text}>{description}</span>}
        hint={facts.join(' · ')}
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked)
          set(target.checked ? sumOf([open]) : '')
        }}
      />
      {isOn && (
        <MoneyField
          label={words.amountOf(description)}
          hidesLabel
          value={amount}
          onChange={set}
          error={fault === undefined ? form.errorOf(name) : words.faults[fault]}
        />
      )}
    </>
  )
}

type Body = ReturnType<typeof billBody>

/** What the service would invoice, while it is typed. */
function Preview({ body, isFit }: { body: Body; isFit: boolean }) {
  const words = useWords(billWords)
  const parts = useWords(partWords)
  const formats = useFormats()
  const text = JSON.stringify(body)
  const isSettled = useDebounced(text) === text.trim()
  const result = useRead('invoices.preview', { body }, { isEnabled: isFit && isSettled, keepsPrevious: true })
  if (!isFit)
    return (
      <Card title={words.preview}>
        <p className="quiet">{words.previewNone}</p>
      </Card>
    )
  return (
    <Card title={words.preview} sub={words.previewSub}>
      {result.error !== null ? (
        <p role="alert">{failureText(result.error, parts).text}</p>
      ) : result.data === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <ul className={css.previewed} aria-busy={result.isPlaceholderData || undefined}>
            {result.data.items.map(({ id, description, total }) => (
              <li key={id}>
                <span className={css.text}>{description}</span>
                <Amount of={total} />
              </li>
            ))}
          </ul>
          <KeyValues
            rows={[
              [words.total, <b key="total">{formats.money(result.data.total)}</b>],
              [words.due, isDay(body.due_date) && formats.date(body.due_date)],
            ]}
          />
        </>
      )}
    </Card>
  )
}

interface SendQuestionProps {
  readonly clientId: string
  readonly draft: BillDraft
  readonly items: Body['items']
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Says what the client is sent. */
function SendQuestion({ clientId, draft, items, isBusy, error, onClose, onConfirm }: SendQuestionProps) {
  const words = useWords(billWords)
  const { names } = useWords(methodWords)
  const shared = useWords(tripWords)
  const formats = useFormats()
  const reach = useReachability()
  const seesClients = usePermission('clients.read')
  const { data: client } = useRead('clients.read', { params: { id: clientId } }, { isEnabled: seesClients })
  const total = sumOf(items.map(({ unit_price: price }) => price))
  const methods = draft.payment_methods.map((method) => names[method])
  return (
    <Confirm
      title={words.sendTitle}
      verb={words.createSend}
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      isBusy={isBusy}
      error={error}
    >
      <p>{words.sendText(formats.money(total), formats.date(draft.due_date), methods.join(' + '))}</p>
      <ul className={css.sent}>
        {items.map(({ trip_item_id: id, description }) => (
          <li key={id} className={css.text}>
            {description}
          </li>
        ))}
      </ul>
      {client && <p>{shared.reach[reach(client)](client.full_name)}</p>}
    </Confirm>
  )
}
