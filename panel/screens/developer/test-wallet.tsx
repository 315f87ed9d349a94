// Sets the balance of the test wallet.
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form, FormButtons } from '../../parts/form-box.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { Stats } from '../../parts/stat.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'
import { sandboxWords } from './sandbox-words.ts'

export function TestWallet() {
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
