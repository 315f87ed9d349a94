// One recharge: its payment data while pending, and its outcome as soon as it is paid.
import { useRead } from '../../api/use-read.ts'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { Facts } from './facts.tsx'
import { HeldNote } from './held-note.tsx'
import { Outcome } from './outcome.tsx'
import { RechargeActions } from './recharge-actions.tsx'
import css from './wallet.module.css'
import { WayToPay } from './way-to-pay.tsx'
import { walletWords } from './words.ts'

const ASK_EVERY_MS = 4_000

export const Screen = () => <Detail by="recharges.read" list="wallet" as={RechargePage} />

function RechargePage({ of: recharge, back }: DetailOf<'recharges.read'>) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const { id, status, held_amount: held } = recharge
  // Polls in addition to events, in case the event stream is blocked.
  useRead('recharges.read', { params: { id } }, { pollMs: status === 'pending' && ASK_EVERY_MS })
  const what = words.rechargeOf(words.methods[recharge.payment_method])
  return (
    <>
      <PageHead
        title={formats.money(recharge.paid_amount ?? recharge.amount)}
        tabTitle={what}
        sub={what}
        back={back}
      >
        {held === undefined && <RechargeActions of={recharge} />}
      </PageHead>
      <div className={css.halves}>
        <div aria-live="polite">
          <HeldNote amount={held} />
          {recharge.status !== 'pending' && <Outcome of={recharge} />}
          {recharge.status === 'pending' && held === undefined && <WayToPay of={recharge} />}
        </div>
        <Facts of={recharge} />
      </div>
    </>
  )
}
