// The wallet: what there is, what holds will take, and what is missing for that.
import qr from 'icon:qr-code'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { missingAmount, shareOf } from '../../kit/money.ts'
import { NEW_RECHARGE, PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Progress } from '../../parts/progress.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './purse.module.css'
import { startWords } from './words.ts'

export function Purse({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const formats = useFormats()
  const result = useRead('wallet.balance', {})
  const mayRecharge = usePermission('wallet.recharge')
  return (
    <Card title={words.wallet} className={className} more={{ to: PATHS.wallet, name: words.statement }}>
      <Loaded result={result}>
        {({ balance, pending_amount: held, last_transaction_at: last }) => {
          const lack = missingAmount(balance, held)
          return (
            <>
              <p className={css.balance}>{formats.money(balance)}</p>
              <p className="quiet">{words.available}</p>
              <div className={css.gauge}>
                <Progress label={words.held} value={shareOf(balance, held)} />
              </div>
              <p className={css.row}>
                <span>{words.held}</span>
                <b>{formats.money(held)}</b>
              </p>
              {last !== null && (
                <p className={css.row}>
                  <span>{words.lastMove}</span>
                  <DateTime at={last} />
                </p>
              )}
              {lack !== undefined && <p className={css.short}>{words.short(formats.money(lack))}</p>}
            </>
          )
        }}
      </Loaded>
      {mayRecharge && (
        <div className={css.ends}>
          <ButtonLink to={PATHS.wallet} search={NEW_RECHARGE} kind="main" icon={qr} isWide>
            {words.recharge}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
