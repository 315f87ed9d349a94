// The banks through which clients pay the agency, and the status of the wallet's bank, which the operator manages.
import bankIcon from 'icon:landmark'
import plus from 'icon:plus'
import { lazy, Suspense, useState } from 'react'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { useConnections } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { Bank } from './bank.tsx'
import css from './banks.module.css'
import { bankWords } from './banks-words.ts'
import { PageNotice, SettingsPage } from './settings-page.tsx'

const ConnectBank = lazy(async () => ({ default: (await import('./connect-bank.tsx')).ConnectBank }))
const COMMAND = 'npx embarque bank connect --bank asaas --settings asaas.json'

export function Screen() {
  const words = useWords(bankWords)
  const isTest = usePreferences().mode === 'test'
  const mayManage = usePermission('providers.manage')
  const isPlayed = useConnections()?.invoice_bank === 'simulated'
  const [isOpen, setOpen] = useState(false)
  const result = useRead('paymentProviders.list', {})
  const connect = mayManage && (
    <Button kind="main" icon={plus} onClick={() => setOpen(true)}>
      {words.connect}
    </Button>
  )
  return (
    <SettingsPage title={words.title} sub={words.sub} isForOwners actions={connect}>
      {isTest && <PageNotice>{words.testRemark}</PageNotice>}
      <Loaded result={result}>
        {(banks) => (
          <>
            {banks.length === 0 && (
              <Card title={words.list}>
                <EmptyState
                  title={words.none}
                  text={isTest ? words.noneTest : isPlayed ? words.noneSimulated : words.noneText}
                  icon={bankIcon}
                />
              </Card>
            )}
            {banks.map((bank) => (
              <Bank
                key={bank.id}
                of={bank}
                defaultIds={banks.filter(({ is_default }) => is_default).map(({ id }) => id)}
              />
            ))}
          </>
        )}
      </Loaded>
      <WalletBank />
      {isOpen && (
        <Suspense>
          <ConnectBank isTest={isTest} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingsPage>
  )
}

const WALLET_STATUSES = { real: 'connected', simulated: 'simulated', none: 'disconnected' } as const
const WALLET_TEXTS = { real: 'walletOk', simulated: 'walletSimulated', none: 'walletMissing' } as const

function WalletBank() {
  const words = useWords(bankWords)
  const isTest = usePreferences().mode === 'test'
  const connections = useConnections()
  if (connections === undefined) return null
  const state = isTest ? 'simulated' : connections.wallet_bank
  const isOk = state === 'real'
  return (
    <Card
      title={words.wallet}
      sub={words.walletSub}
      action={<Status kind={isOk ? 'ok' : 'wait'}>{words.status[WALLET_STATUSES[state]]}</Status>}
    >
      <div className={css.wallet}>
        <p>{words[WALLET_TEXTS[state]]}</p>
        {!isOk && !isTest && (
          <>
            <p className="quiet">{words.walletHow}</p>
            <CodeBlock text={COMMAND} what={words.wallet} />
          </>
        )}
      </div>
    </Card>
  )
}
