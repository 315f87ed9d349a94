// The wallet: balance, statement and recharges.
import plus from 'icon:plus'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from '../../api/navigation.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { Figures } from './figures.tsx'
import { Proof } from './proof.tsx'
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
