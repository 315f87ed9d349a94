// One invoice: items, ways to pay, payments and actions.
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission, useTeam } from '../../api/use-team.ts'
import { isContested } from '../../logic/invoice-money.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { DisputesOf } from '../../parts/records/disputes.tsx'
import { InvoiceStatus } from '../../parts/records/invoice-status.tsx'
import { SendCard } from '../../parts/records/send-card.tsx'
import { MailsCard } from '../../parts/records/sent-mails.tsx'
import { Status } from '../../parts/status.tsx'
import { Timeline, type TimelineEntry } from '../../parts/timeline.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { useTranslate } from '../../words/translate.ts'
import { BilledTrips } from './billed-trips.tsx'
import { CardCharge } from './card-charge.tsx'
import { CreditCard } from './credit-card.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import css from './invoicing.module.css'
import { DocumentItems } from './items.tsx'
import { Payments } from './payments.tsx'
import { WaysToPay } from './ways-to-pay.tsx'
import { invoicingWords } from './words.ts'

export const Screen = () => <Detail by="invoices.read" list="invoices" as={InvoicePage} />

function InvoicePage({ of: invoice, back }: DetailOf<'invoices.read'>) {
  const words = useWords(invoicingWords)
  const mayWrite = usePermission('invoices.write')
  const { data: team } = useTeam()
  const isAnalysed =
    invoice.payment_status !== 'paid' && invoice.charges.some(({ status }) => status === 'authorised')
  const name =
    invoice.number === null ? words.draftOf(invoice.client.full_name) : words.invoice(invoice.number)
  return (
    <>
      <PageHead
        title={name}
        sub={isAnalysed ? <Status kind="wait">{words.analysed}</Status> : <InvoiceStatus of={invoice} />}
        back={back}
      >
        <InvoiceActions of={invoice} />
      </PageHead>
      <div className={css.halves}>
        <div className={css.page}>
          <DocumentItems of={invoice} paid={invoice} />
          <Payments of={invoice} />
          <CreditCard of={invoice} />
          {invoice.status !== 'draft' && <MailsCard query={{ invoice_id: invoice.id }} />}
          <Activity of={invoice} />
        </div>
        <div className={css.page}>
          {invoice.status !== 'draft' && (
            <Card title={words.link} sub={words.linkHint}>
              <CodeBlock text={invoice.payment_url} what={words.link} />
              <div className={css.ends}>
                <ExternalLink href={invoice.payment_url}>{words.openLink}</ExternalLink>
                <ExternalLink href={invoice.pdf_url}>{words.pdf}</ExternalLink>
              </div>
            </Card>
          )}
          {invoice.status === 'sent' && mayWrite && (
            <SendCard
              by="invoices.send"
              id={invoice.id}
              client={invoice.client}
              link={invoice.payment_url}
              text={words.sendInvoiceText(team?.name ?? '', invoice.number ?? '', invoice.payment_url)}
            />
          )}
          {invoice.payment_status !== 'paid' && invoice.status !== 'cancelled' && <WaysToPay of={invoice} />}
          <CardCharge of={invoice} />
          <DisputesOf invoiceId={invoice.id} />
          <BilledTrips of={invoice} />
          <InvoiceFacts of={invoice} />
        </div>
      </div>
    </>
  )
}

const BAD = new Set<string>(['failed'])

/** The history of an invoice, newest first: messages to the client, payments and refunds. */
function Activity({ of }: { of: ResponseOf<'invoices.read'> }) {
  const words = useWords(invoicingWords)
  const translate = useTranslate()
  const formats = useFormats()
  const messages = useRead('messages.list', { query: { invoice_id: of.id, limit: 50 } })
  const refunds = useRead('invoices.refunds', { params: { id: of.id } })
  const happenings: TimelineEntry[] = [
    { id: 'created', at: of.created_at, name: words.created, kind: 'mute' },
    ...of.payments.map((payment): TimelineEntry => {
      const { id, paid_at: at, amount, method } = payment
      const text = formats.money(Math.abs(amount))
      if (isContested(payment, refunds.data?.items ?? []))
        return { id, at, name: words.contestOf(text), kind: 'bad' }
      const out = method === 'credit' ? `${words.becameCredit}: ${text}` : words.returnOf(text)
      const name = amount > 0 ? words.paymentOf(text) : out
      return { id, at, name, text: words.methods[method], kind: amount > 0 ? 'ok' : 'wait' }
    }),
    ...(refunds.data?.items ?? []).map(
      ({ id, created_at: at, status, amount, failure, reason }): TimelineEntry => ({
        id,
        at,
        name: `${words.refunds[status]}: ${formats.money(amount)}`,
        text: (failure && translate(failure)) ?? reason ?? undefined,
        kind: BAD.has(status) ? 'bad' : 'info',
      }),
    ),
    ...(messages.data?.items ?? []).map(
      ({ id, created_at: at, kind, channel, to, status }): TimelineEntry => ({
        id,
        at,
        name: words.messages[kind],
        text: `${words.channels[channel]}, ${to}: ${words.messageStatuses[status]}`,
        kind: BAD.has(status) ? 'bad' : 'info',
      }),
    ),
  ]
  return (
    <Card title={words.activity}>
      <Timeline timelineEntries={happenings.sort((a, b) => b.at.localeCompare(a.at))} />
    </Card>
  )
}
