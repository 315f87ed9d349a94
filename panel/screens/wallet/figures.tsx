// The balance, the amount of all holds, and the missing difference.

import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { missingAmount } from '../../kit/money.ts'
import { DateTime } from '../../parts/date-time.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

export function Figures() {
  const words = useWords(walletWords)
  const formats = useFormats()
  const { mode } = usePreferences()
  const result = useRead('wallet.balance', {})
  return (
    <section className={css.figures} aria-label={words.balance}>
      <Loaded result={result}>
        {({ balance, pending_amount: held, available_credit: free, last_transaction_at: last }) => {
          const lack = missingAmount(balance, held)
          return (
            <>
              <dl className={css.sums}>
                <div className={css.main}>
                  <dt>{words.balance}</dt>
                  <dd>{formats.money(balance)}</dd>
                </div>
                <div>
                  <dt>{words.held}</dt>
                  <dd>{formats.money(held)}</dd>
                </div>
                {/* In test mode the balance ignores holds. */}
                {mode === 'live' && (
                  <div>
                    <dt>{words.free}</dt>
                    <dd>{formats.money(free)}</dd>
                  </div>
                )}
                <div>
                  <dt>{words.lastMove}</dt>
                  <dd>{last === null ? words.never : <DateTime at={last} />}</dd>
                </div>
              </dl>
              {lack !== undefined && <p className={css.short}>{words.short(formats.money(lack))}</p>}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
