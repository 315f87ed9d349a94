// The ways to pay an invoice: a piece for each charge that can be paid.
import type { ResponseOf } from '../../api/operations.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useConnections } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './invoicing.module.css'
import { MethodPiece } from './method-pieces.tsx'
import { invoicingWords } from './words.ts'

const OF_CLIENT = ['client_tax_id_missing', 'client_tax_id_invalid', 'client_tax_id_refused']

function NoBank() {
  const words = useWords(invoicingWords)
  const { openActivation } = useWords(frameWords)
  return (
    <p>
      {words.noBank} <Link to={PATHS.readiness}>{openActivation}</Link>
    </p>
  )
}

export function WaysToPay({
  of: { charges, total, late_payment: late, payment_problems: problems, client },
}: {
  of: ResponseOf<'invoices.read'>
}) {
  const mayCorrect = usePermission('clients.write')
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const isPaying = charges.some(({ status }) => status === 'authorised')
  // As on the public page, nothing is offered while a card is analysed, against a second payment.
  const payable = isPaying ? [] : charges.filter(({ instructions }) => instructions !== null)
  const asks = payable[0]?.amount
  const { mode } = usePreferences()
  const isBankMissing = useConnections()?.invoice_bank === 'none' && mode === 'live'
  const hasCode = payable.length > 0
  return (
    <Card
      title={words.ways}
      sub={
        late.fine_percent + late.interest_percent > 0 &&
        words.late(formats.number(late.fine_percent), formats.number(late.interest_percent))
      }
    >
      <div className={css.page}>
        {!hasCode && isBankMissing && <NoBank />}
        {isPaying && <p role="status">{words.paying}</p>}
        {!hasCode && !isPaying && !isBankMissing && problems.length === 0 && (
          <p className="quiet">{words.waysNone}</p>
        )}
        {asks !== undefined && asks !== total && (
          <p>
            {words.asks}: <Amount of={asks} isStrong />
          </p>
        )}
        {payable.map((charge) => (
          <MethodPiece key={charge.id} of={charge} />
        ))}
        {(isBankMissing ? [] : problems).map(({ method, reason }) => (
          <div key={method} className={css.problem} role="status">
            <p>
              <b>{words.methods[method]}:</b> {words.problems[reason]}
            </p>
            {mayCorrect && OF_CLIENT.includes(reason) && (
              <ButtonLink to={PATHS.client(client.id)} isSmall>
                {words.correctClient}
              </ButtonLink>
            )}
          </div>
        ))}
      </div>
    </Card>
  )
}
