// One recharge: what to pay it with while it waits, and that it was paid as soon as it was.
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { Detail } from '../../parts/detail.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { walletWords } from '../../words/wallet.ts'
import { Facts } from './facts.tsx'
import { Outcome } from './outcome.tsx'
import { RechargeActions } from './recharge-actions.tsx'
import css from './wallet.module.css'
import { WayToPay } from './way-to-pay.tsx'

const ASK_EVERY_MS = 4_000

export function Screen() {
  const words = useWords(walletWords)
  const formats = useFormats()
  const asked = { params: { id: useAddressId() } }
  const known = useRead('recharges.read', asked)
  const isPending = known.data?.status === 'pending'
  // Events tell of the payment at once; where they do not come through, asking does.
  const result = useRead('recharges.read', asked, { everyMs: isPending && ASK_EVERY_MS })
  return (
    <Detail
      result={result}
      back={{ to: PATHS.wallet, name: words.title }}
      head={(recharge) => ({
        title: formats.money(recharge.paid_amount ?? recharge.amount),
        tabTitle: words.rechargeOf(words.methods[recharge.payment_method]),
        sub: words.rechargeOf(words.methods[recharge.payment_method]),
        children: <RechargeActions of={recharge} />,
      })}
    >
      {(recharge) => (
        <div className={css.halves}>
          <div aria-live="polite">
            {recharge.status === 'pending' ? <WayToPay of={recharge} /> : <Outcome of={recharge} />}
          </div>
          <Facts of={recharge} />
        </div>
      )}
    </Detail>
  )
}
