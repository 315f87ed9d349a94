// The outcome of a recharge that is no longer pending.
import check from 'icon:circle-check'
import clock from 'icon:clock'
import { useLocation } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { PATHS, PAY_NOW, returnPath } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { RaiseTestBalance } from './raise-test-balance.tsx'
import { walletWords } from './words.ts'

export function Outcome({ of }: { of: ResponseOf<'recharges.read'> }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const back = returnPath(useLocation().search.volta)
  const isTest = usePreferences().mode === 'test'
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
