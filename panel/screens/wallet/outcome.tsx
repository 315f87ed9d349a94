// What became of a recharge that waits no longer.
import check from 'icon:circle-check'
import clock from 'icon:clock'
import type { Answer } from '../../api/operations.ts'
import { usePlace } from '../../api/place.ts'
import { useWishes } from '../../api/use-wishes.ts'
import { PATHS, PAY_NOW, wayBack } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { RaiseTestBalance } from './raise-test-balance.tsx'
import { walletWords } from './words.ts'

export function Outcome({ of }: { of: Answer<'recharges.read'> }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const back = wayBack(usePlace().search.volta)
  const isTest = useWishes().mode === 'test'
  const { status, amount, paid_amount: paid } = of
  if (status === 'pending') return null
  const isPaid = status === 'completed'
  const credited = paid ?? amount
  const text = isPaid
    ? isTest
      ? words.paidTest
      : words.paidText(formats.money(credited))
    : words.over[status]
  return (
    <Card title={words.status}>
      <EmptyState
        title={isPaid ? words.paidTitle : words.statuses[status]}
        text={text}
        icon={isPaid ? check : clock}
      >
        {isPaid && isTest && <RaiseTestBalance by={credited} />}
        {back !== undefined && (
          <ButtonLink
            to={back}
            kind={isPaid && isTest ? 'plain' : 'main'}
            {...(isPaid && back.startsWith(PATHS.bookings) && { search: PAY_NOW })}
          >
            {words.backToWork}
          </ButtonLink>
        )}
        <ButtonLink to={PATHS.wallet} kind={isPaid && !isTest && back === undefined ? 'main' : 'plain'}>
          {isPaid ? words.statement : words.again}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
