// How each payment method is shown on the page of an invoice.
import { type ComponentType, lazy, Suspense } from 'react'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { ExternalLink } from '../../parts/external-link.tsx'
import { PayCode } from '../../parts/pay-code.tsx'
import { useWords } from '../../words/language.tsx'
import { invoicingWords } from './words.ts'

const ConfirmReceipt = lazy(async () => ({ default: (await import('./confirm-receipt.tsx')).ConfirmReceipt }))

export type Charge = ResponseOf<'invoices.read'>['charges'][number]

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

export function MethodPiece({ of }: PieceProps) {
  const Piece = PIECES[of.method]
  return <Piece of={of} />
}

function CodePiece({ of: { instructions } }: PieceProps) {
  const words = useWords(invoicingWords)
  if (!instructions?.code) return null
  const { code, qrcode_url: url } = instructions
  const qr = url === null ? {} : { qr: { url, alt: words.qr, hint: words.scan } }
  return <PayCode name={words.pixCode} code={code} {...qr} />
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
