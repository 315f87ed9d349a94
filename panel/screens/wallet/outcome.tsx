// What became of a recharge that waits no longer.
import check from 'icon:circle-check'
import clock from 'icon:clock'
import type { Answer } from '../../api/operations.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { walletWords } from './words.ts'

export function Outcome({ of }: { of: Answer<'recharges.read'> }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const { status, amount, paid_amount: paid } = of
  if (status === 'pending') return null
  const isPaid = status === 'completed'
  return (
    <Card title={words.status}>
      <EmptyState
        title={isPaid ? words.paidTitle : words.statuses[status]}
        text={isPaid ? words.paidText(formats.money(paid ?? amount)) : words.over[status]}
        icon={isPaid ? check : clock}
      >
        <ButtonLink to={PATHS.wallet} kind={isPaid ? 'main' : 'plain'}>
          {isPaid ? words.statement : words.again}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
