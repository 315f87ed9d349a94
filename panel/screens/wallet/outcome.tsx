// What became of a recharge that waits no longer.
import check from 'icon:circle-check'
import clock from 'icon:clock'
import type { Answer } from '../../api/operations.ts'
import { usePlace } from '../../api/place.ts'
import { PATHS, PAY_NOW, wayBack } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { walletWords } from './words.ts'

export function Outcome({ of }: { of: Answer<'recharges.read'> }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const back = wayBack(usePlace().search.volta)
  const { status, amount, paid_amount: paid, held_amount: held } = of
  if (status === 'pending') return null
  const isPaid = status === 'completed'
  const texts = isPaid
    ? [words.paidText(formats.money(paid ?? amount)), held && words.heldText(formats.money(held))]
    : [words.over[status]]
  return (
    <Card title={words.status}>
      <EmptyState
        title={isPaid ? words.paidTitle : words.statuses[status]}
        text={texts.filter(Boolean).join(' ')}
        icon={isPaid ? check : clock}
      >
        {back !== undefined && (
          <ButtonLink
            to={back}
            kind="main"
            {...(isPaid && back.startsWith(PATHS.bookings) && { search: PAY_NOW })}
          >
            {words.backToWork}
          </ButtonLink>
        )}
        <ButtonLink to={PATHS.wallet} kind={isPaid && back === undefined ? 'main' : 'plain'}>
          {isPaid ? words.statement : words.again}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
