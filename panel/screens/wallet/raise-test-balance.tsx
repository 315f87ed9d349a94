// Raises the balance of the test wallet, which recharges and tickets do not change.
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { sumOf } from '../../kit/money.ts'
import { Button } from '../../parts/button.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { walletWords } from './words.ts'

export function RaiseTestBalance({ by }: { by: string }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const maySet = usePermission('sandbox.write')
  const { data: wallet } = useRead('testWallet.read', {}, { isEnabled: maySet })
  const raise = useChange('testWallet.set', {
    refreshes: ['testWallet', 'wallet'],
    onDone: ({ balance }) => toast({ text: words.raised(formats.money(balance)) }),
  })
  if (!maySet || wallet === undefined || raise.isSuccess) return null
  return (
    <Button
      kind="main"
      isBusy={raise.isPending}
      onClick={() => raise.mutate({ body: { balance: sumOf([wallet.balance, by]) } })}
    >
      {words.raise(formats.money(by))}
    </Button>
  )
}
