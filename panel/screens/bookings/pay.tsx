// Pays a hold from the wallet, with the balance before and after. If the balance is too low, links to a recharge.
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { amountOf, centsOf, missingAmount } from '../../logic/money.ts'
import { PATHS, rechargeFrom } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './booking.module.css'
import { bookingWords } from './words.ts'

interface PayProps {
  readonly id: string
  readonly onClose: () => void
}

export function Pay({ id, onClose }: PayProps) {
  const words = useWords(bookingWords)
  const booking = useRead('bookings.read', { params: { id } })
  const wallet = useRead('wallet.balance', {})
  if (booking.data !== undefined && wallet.data !== undefined)
    return <PayKnown booking={booking.data} balance={wallet.data.balance} onClose={onClose} />
  return (
    <Dialog title={words.pay} isOpen onClose={onClose}>
      <Loaded result={booking}>{() => <Loaded result={wallet}>{() => null}</Loaded>}</Loaded>
    </Dialog>
  )
}

interface PayKnownProps {
  readonly booking: ResponseOf<'bookings.read'>
  readonly balance: string
  readonly onClose: () => void
}

function PayKnown({ booking, balance, onClose }: PayKnownProps) {
  const words = useWords(bookingWords)
  const formats = useFormats()
  const { id, booking_reference: locator, wallet_amount: price } = booking
  const pay = useChange('bookings.confirm', {
    refreshes: ['bookings', 'wallet', 'reports'],
    onDone: () => {
      toast({ text: words.paid })
      onClose()
    },
  })
  const payment = { type: 'balance', amount: booking.total_amount, currency: booking.total_currency }
  const lack = missingAmount(balance, price)
  // The wallet is hidden in client view.
  const isHidden = useClientView()
  const isTest = usePreferences().mode === 'test'
  const figures = !isHidden && (
    <KeyValues
      rows={[
        [words.balance, <Amount key="balance" of={balance} />],
        [words.fromWallet, <Amount key="price" of={price} isStrong />],
        isTest
          ? [words.balanceAfterTest, lack === undefined && <Amount of={balance} />]
          : [words.balanceAfter, lack === undefined && <Amount of={leftOf(balance, price)} />],
      ]}
    />
  )
  if (lack === undefined)
    return (
      <Confirm
        title={words.payTitle(locator)}
        verb={isHidden ? words.pay : words.payVerb(formats.money(price))}
        isOpen
        onClose={onClose}
        onConfirm={() => pay.mutate({ params: { id }, body: { payment } })}
        isBusy={pay.isPending}
        error={pay.error}
      >
        {figures}
        <p>{isHidden ? words.payHidden : words.payText(formats.money(price))}</p>
      </Confirm>
    )
  const ends = (
    <ButtonLink to={PATHS.wallet} search={rechargeFrom(PATHS.booking(id))} kind="main">
      {words.recharge}
    </ButtonLink>
  )
  return (
    <Dialog title={words.payTitle(locator)} isOpen onClose={onClose} buttons={ends}>
      {figures}
      <p className={css.lack}>{isHidden ? words.lackHidden : words.lack(formats.money(lack))}</p>
    </Dialog>
  )
}

function leftOf(balance: string, price: string): string {
  return amountOf((centsOf(balance) ?? 0n) - (centsOf(price) ?? 0n))
}
