// Hold or issue, with the wallet's balance and the missing amount.
import hourglass from 'icon:hourglass'
import ticket from 'icon:ticket'
import type { CurrentOffer } from '../../../contract/flights.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { amountOf, centsOf, missingAmount } from '../../logic/money.ts'
import { PATHS, rechargeFrom } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'

interface PaymentProps {
  readonly offer: CurrentOffer
  readonly isBusy: boolean
  /** The offer cannot be booked as it is. */
  readonly isOff: boolean
  readonly failure: string | undefined
  /** The client's address; '' until it is typed. */
  readonly mailedTo: string
  readonly onBook: (type: 'hold' | 'instant') => void
}

export function Payment({ offer, isBusy, isOff, failure, mailedTo, onBook }: PaymentProps) {
  const words = useWords(reserveWords)
  const formats = useFormats()
  const [mayBook, seesWallet] = [usePermission('bookings.write'), usePermission('wallet.read')]
  const reach = useReachability()({ email: mailedTo, phone: null })
  const result = useRead('wallet.balance', {}, { isEnabled: seesWallet })
  const { requires_instant_payment: isInstant, payment_required_by: deadline } = offer.payment_requirements
  // Some agencies pay only the cost; below it no terms allow an issue.
  const isShort =
    result.data !== undefined && missingAmount(result.data.balance, offer.base_cost_brl) !== undefined
  return (
    <Card title={words.payment}>
      {seesWallet && (
        <Loaded result={result}>
          {({ balance }) => <Purse balance={balance} debit={offer.client_amount} offerId={offer.id} />}
        </Loaded>
      )}
      {failure !== undefined && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      {mayBook ? (
        <div className={css.ways}>
          <Button
            icon={hourglass}
            isWide
            isBusy={isBusy}
            disabled={isOff || isInstant}
            onClick={() => onBook('hold')}
          >
            {words.hold}
          </Button>
          <p className={css.hint}>{isInstant ? words.noHold : words.holdUntil(formats.moment(deadline))}</p>
          <Button
            kind="main"
            icon={ticket}
            isWide
            isBusy={isBusy}
            disabled={isOff || isShort}
            onClick={() => onBook('instant')}
          >
            {words.issue}
          </Button>
          <p className={css.hint}>{words.issueHint}</p>
          {mailedTo !== '' && <p className={css.hint}>{words.mailed[reach](mailedTo)}</p>}
        </div>
      ) : (
        <p className="quiet">{words.mayNot}</p>
      )}
    </Card>
  )
}

function Purse({ balance, debit, offerId }: { balance: string; debit: string; offerId: string }) {
  const words = useWords(reserveWords)
  const formats = useFormats()
  const isHidden = useClientView()
  const mayRecharge = usePermission('wallet.recharge')
  const lack = missingAmount(balance, debit)
  const isTest = usePreferences().mode === 'test'
  const after = isTest ? balance : amountOf((centsOf(balance) ?? 0n) - (centsOf(debit) ?? 0n))
  const rows = [
    [words.wallet, formats.money(balance)],
    [words.debit, formats.money(debit)],
    [isTest ? words.afterTest : words.after, lack === undefined ? formats.money(after) : undefined],
  ] as const
  return (
    <>
      {!isHidden && <KeyValues rows={rows} />}
      {lack === undefined ? (
        isHidden && <p className={css.covered}>{words.covered}</p>
      ) : (
        <p className={css.lack}>
          {isHidden ? words.notCovered : words.lack(formats.money(lack))}
          {mayRecharge && (
            <>
              {' '}
              <Link to={PATHS.wallet} search={rechargeFrom(PATHS.offer(offerId))}>
                {words.recharge}
              </Link>
            </>
          )}
        </p>
      )}
    </>
  )
}
