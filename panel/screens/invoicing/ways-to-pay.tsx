// The ways to pay an invoice: a section for each charge that can be paid.
import { type ComponentType, lazy, Suspense } from 'react'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useConnections } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
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

const ConfirmReceipt = lazy(async () => ({ default: (await import('./confirm-receipt.tsx')).ConfirmReceipt }))

type Charge = ResponseOf<'invoices.read'>['charges'][number]

interface PieceProps {
  readonly of: Charge
}

const PIECES: Readonly<Record<PaymentMethod, ComponentType<PieceProps>>> = {
  pix: CodePiece,
  boleto: LinePiece,
  card: PagePiece,
  pix_automatic: CodePiece,
  pix_key: KeyPiece,
}

/** How each payment method is shown on the page of an invoice. */
function MethodPiece({ of }: PieceProps) {
  const Piece = PIECES[of.method]
  return <Piece of={of} />
}

function CodePiece({ of: { instructions, method } }: PieceProps) {
  const words = useWords(invoicingWords)
  if (!instructions?.code) return null
  const { code, qrcode_url: url } = instructions
  const qr = url === null ? {} : { qr: { url, alt: words.qr, hint: words.scan } }
  return <PayCode name={method === 'pix_key' ? words.keyCode : words.pixCode} code={code} {...qr} />
}

/** The agency confirms what came to its own key. */
function KeyPiece({ of }: PieceProps) {
  const words = useWords(invoicingWords)
  return (
    <>
      <CodePiece of={of} />
      <p>{words.keyText}</p>
      <div>
        <Suspense>
          <ConfirmReceipt chargeId={of.id} amount={of.amount} />
        </Suspense>
      </div>
    </>
  )
}

function LinePiece({ of: { instructions } }: PieceProps) {
  const words = useWords(invoicingWords)
  if (!instructions?.line) return null
  return (
    <PayCode name={words.line} code={instructions.line}>
      {instructions.page_url && <ExternalLink href={instructions.page_url}>{words.openBoleto}</ExternalLink>}
    </PayCode>
  )
}

function PagePiece({ of: { instructions } }: PieceProps) {
  const words = useWords(invoicingWords)
  if (!instructions?.page_url) return null
  return <ExternalLink href={instructions.page_url}>{words.openPage}</ExternalLink>
}
