// One invoice: what it asks for, how it is paid, what came in, and what can be done with it.
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Detail } from '../../parts/detail.tsx'
import { OutsideLink } from '../../parts/outside-link.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'
import { Activity } from './activity.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import css from './invoicing.module.css'
import { DocumentItems } from './items.tsx'
import { Payments } from './payments.tsx'
import { WaysToPay } from './ways-to-pay.tsx'

export function Screen() {
  const words = useWords(invoicingWords)
  const result = useRead('invoices.read', { params: { id: useAddressId() } })
  return (
    <Detail
      result={result}
      back={{ to: PATHS.invoices, name: words.title }}
      head={(invoice) => ({
        title:
          invoice.number === null ? words.draftOf(invoice.client.full_name) : words.invoice(invoice.number),
        sub: <InvoiceStatus of={invoice} />,
        children: <InvoiceActions of={invoice} />,
      })}
    >
      {(invoice) => (
        <div className={css.halves}>
          <div className={css.page}>
            <DocumentItems of={invoice} paid={invoice} />
            <Payments of={invoice} />
            <Activity of={invoice} />
          </div>
          <div className={css.page}>
            {invoice.status !== 'draft' && (
              <Card title={words.link} sub={words.linkHint}>
                <CodeBlock text={invoice.payment_url} what={words.link} />
                <div className={css.ends}>
                  <OutsideLink href={invoice.payment_url}>{words.openLink}</OutsideLink>
                  <OutsideLink href={invoice.pdf_url}>{words.pdf}</OutsideLink>
                </div>
              </Card>
            )}
            {invoice.payment_status !== 'paid' && invoice.status !== 'cancelled' && (
              <WaysToPay of={invoice} />
            )}
            <InvoiceFacts of={invoice} />
          </div>
        </div>
      )}
    </Detail>
  )
}
