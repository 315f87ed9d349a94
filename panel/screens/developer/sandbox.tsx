// The test tools: test clock, test wallet and simulated payer.
import { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Stats } from '../../parts/stat.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './developer.module.css'
import { Payer } from './payer.tsx'
import { sandboxWords } from './sandbox-words.ts'

export function Screen() {
  const words = useWords(sandboxWords)
  const isTest = usePreferences().mode === 'test'
  return (
    <>
      <PageHead title={words.title} sub={words.sub} />
      {isTest ? (
        <div className={css.halves}>
          <div className={css.page}>
            <TestClock />
            <Payer />
          </div>
          <TestWallet />
        </div>
      ) : (
        <ErrorState error={new ApiError(404, {})} />
      )}
    </>
  )
}

/** Sets the balance of the test wallet. */
function TestWallet() {
  const words = useWords(sandboxWords)
  const formats = useFormats()
  const result = useRead('testWallet.read', {})
  const maySet = usePermission('sandbox.write')
  return (
    <Card title={words.wallet} sub={words.walletText}>
      <Loaded result={result}>
        {({ balance }) => (
          <div className={css.fields}>
            <Stats stats={[{ name: words.balance, value: formats.money(balance) }]} />
            {maySet && <BalanceForm key={balance} balance={balance} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function BalanceForm({ balance }: { balance: string }) {
  const words = useWords(sandboxWords)
  const { mutateAsync } = useChange('testWallet.set', {
    refreshes: ['testWallet', 'wallet'],
    onDone: () => toast({ text: words.saved }),
  })
  const form = useApiForm({ values: { balance }, send: (body) => mutateAsync({ body }) })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <MoneyField
        label={words.set}
        value={form.watch('balance')}
        onChange={(amount) => form.setValue('balance', amount)}
        error={form.errorOf('balance')}
      />
      <FormButtons>
        <Button type="submit" isBusy={form.isBusy} disabled={form.watch('balance') === ''}>
          {words.set}
        </Button>
      </FormButtons>
    </Form>
  )
}

const STEPS = ['PT30M', 'PT6H', 'P1D', 'P7D', 'P30D'] as const
/** Advancing the clock can change all data. */
const STALE = [
  'testClock',
  'bookings',
  'wallet',
  'recharges',
  'invoices',
  'recurringInvoices',
  'quotes',
  'events',
]

/** Advances the test clock and shows the effects. */
function TestClock() {
  const words = useWords(sandboxWords)
  const parts = useWords(partWords)
  const formats = useFormats()
  const clock = useRead('testClock.read', {})
  const mayAdvance = usePermission('sandbox.write')
  const advance = useChange('testClock.advance', {
    refreshes: [...STALE, 'reports', 'deliveries', 'messages'],
    onDone: ({ ran }) => toast({ text: words.ran(ran) }),
  })
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const by = advance.variables?.body.by
  return (
    <Card title={words.title} sub={words.advanceText}>
      <Loaded result={clock}>
        {({ now, target, complete }) => (
          <div className={css.fields}>
            <Stats stats={[{ name: words.now, value: formats.stamp(now) }]} />
            {!complete && target !== null && <p role="status">{words.going(formats.stamp(target))}</p>}
            {mayAdvance && (
              <div className={css.row}>
                {STEPS.map((step) => (
                  <Button
                    key={step}
                    kind={!complete && by === step ? 'main' : 'plain'}
                    isBusy={advance.isPending && by === step}
                    disabled={advance.isPending}
                    onClick={() => advance.mutate({ body: { by: step } }, { onError })}
                  >
                    {!complete && by === step ? words.goOn : `+ ${words.steps[step]}`}
                  </Button>
                ))}
              </div>
            )}
            {advance.data?.failed.map(({ id, kind, error }) => (
              <p key={id}>
                {words.failed}: <span className="code">{kind}</span> {error}
              </p>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
