// One quote: its options, its public link, and its invoice.
import type { ResponseOf } from '../../api/operations.ts'
import { usePermission, useTeam } from '../../api/use-team.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DateTime, Day } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { QuoteStatus } from '../../parts/records/quote-status.tsx'
import { SendCard } from '../../parts/records/send-card.tsx'
import { MailsCard } from '../../parts/records/sent-mails.tsx'
import { useWords } from '../../words/language.tsx'
import { DocumentFacts } from './document-facts.tsx'
import css from './invoicing.module.css'
import { DocumentItems } from './items.tsx'
import { QuoteActions } from './quote-actions.tsx'
import { QuoteOptions } from './quote-options.tsx'
import { quotesWords } from './quotes-words.ts'
import { invoicingWords } from './words.ts'

export const Screen = () => <Detail by="quotes.read" list="quotes" as={QuotePage} />

function QuotePage({ of: quote, back }: DetailOf<'quotes.read'>) {
  const words = useWords(quotesWords)
  const shared = useWords(invoicingWords)
  const mayWrite = usePermission('quotes.write')
  const { data: team } = useTeam()
  return (
    <>
      <PageHead
        title={words.quoteFor(quote.client.full_name, quote.number)}
        sub={<QuoteStatus of={quote} />}
        back={back}
      >
        <QuoteActions of={quote} />
      </PageHead>
      <div className={css.halves}>
        <div className={css.page}>
          <QuoteOptions of={quote} />
          <DocumentItems of={quote} />
          {quote.status !== 'draft' && <MailsCard query={{ quote_id: quote.id }} />}
        </div>
        <div className={css.page}>
          <Card title={words.link} sub={quote.status === 'draft' ? words.linkOfDraft : words.linkHint}>
            {quote.status !== 'draft' && <CodeBlock text={quote.public_url} what={words.link} />}
            <div className={css.ends}>
              {quote.status !== 'draft' && (
                <ExternalLink href={quote.public_url}>{shared.openLink}</ExternalLink>
              )}
              <ExternalLink href={quote.pdf_url}>{shared.pdf}</ExternalLink>
            </div>
          </Card>
          {quote.status === 'sent' && mayWrite && (
            <SendCard
              by="quotes.send"
              id={quote.id}
              client={quote.client}
              link={quote.public_url}
              text={words.sendQuoteText(team?.name ?? '', quote.public_url)}
            />
          )}
          <Facts of={quote} />
        </div>
      </div>
    </>
  )
}

function Facts({ of }: { of: ResponseOf<'quotes.read'> }) {
  const words = useWords(quotesWords)
  const shared = useWords(invoicingWords)
  return (
    <DocumentFacts
      of={of}
      rows={[
        [shared.issued, <Day key="issued" of={of.issue_date} kind="date" />],
        [words.valid, of.valid_until && <Day key="valid" of={of.valid_until} kind="date" />],
        [words.responded, of.responded_at && <DateTime key="said" at={of.responded_at} kind="stamp" />],
        [words.respondedBy, of.responded_by],
        [words.reason, of.decline_reason],
      ]}
    />
  )
}
