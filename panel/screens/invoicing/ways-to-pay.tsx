// The ways to pay an invoice: a Pix code, a boleto, or both.
import type { ResponseOf } from '../../api/operations.ts'
import { useConnections } from '../../api/use-connections.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { PayCode } from '../../parts/pay-code.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './invoicing.module.css'
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
  of: { pix, boleto, total, late_payment: late, payment_problems: problems, client },
}: {
  of: ResponseOf<'invoices.read'>
}) {
  const mayCorrect = usePermission('clients.write')
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const asks = pix?.amount ?? boleto?.amount
  const { mode } = usePreferences()
  const isBankMissing = useConnections()?.invoice_bank === 'none' && mode === 'live'
  const hasCode = pix !== null || boleto !== null
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
        {!hasCode && !isBankMissing && problems.length === 0 && <p className="quiet">{words.waysNone}</p>}
        {asks !== undefined && asks !== total && (
          <p>
            {words.asks}: <Amount of={asks} isStrong />
          </p>
        )}
        {pix && (
          <PayCode
            name={words.pixCode}
            code={pix.copy_paste}
            qr={{ url: pix.qrcode_url, alt: words.qr, hint: words.scan }}
          />
        )}
        {boleto && (
          <PayCode name={words.line} code={boleto.digitable_line}>
            <ExternalLink href={boleto.url}>{words.openBoleto}</ExternalLink>
          </PayCode>
        )}
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
