// Facts about a recharge.
import type { ResponseOf } from '../../api/operations.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { useWords } from '../../words/language.tsx'
import { RechargeStatus } from './recharge-status.tsx'
import { walletWords } from './words.ts'

export function Facts({ of }: { of: ResponseOf<'recharges.read'> }) {
  const words = useWords(walletWords)
  const isTest = usePreferences().mode === 'test'
  return (
    <Card title={words.details}>
      <KeyValues
        rows={[
          [words.status, <RechargeStatus key="status" of={of.status} />],
          [words.amount, <Amount key="amount" of={of.amount} />],
          [
            isTest ? words.paidInTest : words.paidAmount,
            of.paid_amount && <Amount key="paid" of={of.paid_amount} isIn={!isTest} />,
          ],
          [words.heldAmount, of.held_amount && <Amount key="held" of={of.held_amount} />],
          [words.method, words.methods[of.payment_method]],
          [words.created, <DateTime key="created" at={of.created_at} kind="stamp" />],
          [words.expires, of.payment && <DateTime key="expires" at={of.payment.expires_at} kind="stamp" />],
          [words.paidAt, of.paid_at && <DateTime key="paid-at" at={of.paid_at} kind="stamp" />],
          [words.transaction, of.transaction_id && <span className="code">{of.transaction_id}</span>],
          [
            words.id,
            <span key="id" className="code">
              {of.id}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}
