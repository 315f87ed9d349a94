// The payment code of a recharge and its expiry.
import type { ResponseOf } from '../../api/operations.ts'
import { useNow } from '../../api/use-team.ts'
import { Card } from '../../parts/card.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { PayCode } from '../../parts/pay-code.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useWords } from '../../words/language.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

type Recharge = ResponseOf<'recharges.read'>
type Payment = NonNullable<Recharge['payment']>

export function WayToPay({
  of: { payment, payment_method: method, simulated: isSimulated },
}: {
  of: Recharge
}) {
  const words = useWords(walletWords)
  const now = useNow()
  const left = payment && now && (
    <>
      {words.left}: <TimeLeft until={payment.expires_at} now={now} />
    </>
  )
  return (
    <Card title={words.methods[method]} sub={left}>
      {payment && <Way of={payment} />}
      {isSimulated && <p>{words.playedBank}</p>}
      <p className={css.waits}>{payment === undefined ? words.making : words.waiting}</p>
    </Card>
  )
}

function Way({ of }: { of: Payment }) {
  const words = useWords(walletWords)
  if ('pix_copy_paste' in of) {
    const qr = { url: of.pix_qrcode_url, alt: words.qr, hint: words.scan }
    return <PayCode name={words.pixCode} code={of.pix_copy_paste} qr={qr} />
  }
  return (
    <PayCode name={words.line} code={of.boleto_digitable_line}>
      <ExternalLink href={of.boleto_url}>{words.openBoleto}</ExternalLink>
      <ExternalLink href={of.boleto_pdf_url}>{words.pdf}</ExternalLink>
    </PayCode>
  )
}
