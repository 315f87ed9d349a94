// The wallet: balance, statement and recharges.
import plus from 'icon:plus'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { missingAmount } from '../../logic/money.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Switch } from '../../parts/checkbox.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { FileButton } from '../../parts/csv-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { Recharges } from './recharges.tsx'
import { Statement } from './statement.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

const STATEMENT = 'statement'
const RechargeForm = lazy(async () => ({ default: (await import('./recharge-form.tsx')).RechargeForm }))

export function Screen() {
  const words = useWords(walletWords)
  const { recarga: rechargeParam } = useLocation().search
  const [isOpen, setOpen] = useState(rechargeParam !== undefined)
  const mayRecharge = usePermission('wallet.recharge')
  const list = useFilters(['tab', 'type', 'start_date', 'end_date', 'status'])
  const { data: pending } = useRead('recharges.list', { query: { status: 'pending', limit: 1 } })
  const waiting = pending?.pagination.total ?? 0
  const close = () => {
    setOpen(false)
    // Removes the parameter, so that a reload or Back does not open the form again.
    if (rechargeParam !== undefined) list.set({})
  }
  return (
    <>
      <PageHead title={words.title} sub={words.sub}>
        {mayRecharge && (
          <Button kind="main" icon={plus} onClick={() => setOpen(true)}>
            {words.recharge}
          </Button>
        )}
      </PageHead>
      <div className={css.page}>
        <Figures />
        <Tabs
          label={words.parts}
          value={list.filters.tab || STATEMENT}
          onChange={(tab) => list.set({ ...NONE, tab: tab === STATEMENT ? '' : tab })}
          tabs={[
            { value: STATEMENT, label: words.statement, content: <Statement list={list} /> },
            {
              value: 'recharges',
              label: words.recharges,
              count: waiting === 0 ? undefined : waiting,
              content: <Recharges list={list} onRecharge={mayRecharge ? () => setOpen(true) : undefined} />,
            },
            { value: 'proof', label: words.proof, content: <Proof /> },
          ]}
        />
      </div>
      {isOpen && mayRecharge && (
        <Suspense>
          <RechargeForm isOpen onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const NONE = { type: '', start_date: '', end_date: '', status: '' }

/** The balance, the amount of all holds, and the missing difference. */
function Figures() {
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

/** The proof code of the statement, which shows later that the statement was not changed. */
function Proof() {
  const words = useWords(walletWords)
  const result = useRead('wallet.proof', {})
  const mail = useChange('wallet.mailProof', { refreshes: ['wallet'] })
  const mayChange = usePermission('wallet.recharge')
  const mayDownload = usePermission('audit.read')
  return (
    <Card title={words.proof} sub={words.proofText}>
      <Loaded result={result}>
        {({ head, lines, daily_mail: isMailed, taken_at: at }) => (
          <div className={css.proof}>
            <CodeBlock text={head} what={words.head} />
            <KeyValues
              rows={[
                [words.lines, lines],
                [words.taken, <DateTime key="taken" at={at} kind="stamp" />],
              ]}
            />
            <Switch
              label={words.mail}
              hint={words.mailHint}
              checked={isMailed}
              disabled={!mayChange || mail.isPending}
              onChange={({ target }) => mail.mutate({ body: { daily_mail: target.checked } })}
            />
            {mayDownload && (
              <div>
                <FileButton of="wallet.statement" request={{}} label={words.download} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
