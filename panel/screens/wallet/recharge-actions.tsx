// What can be done with a recharge that waits: cancel it, and in test mode pay it.
import type { Answer } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useMay } from '../../api/use-team.ts'
import { useWishes } from '../../api/use-wishes.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Button } from '../../parts/button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { walletWords } from '../../words/wallet.ts'

const STALE = { refreshes: ['recharges', 'wallet'] }

export function RechargeActions({ of: { id, status, amount } }: { of: Answer<'recharges.read'> }) {
  const words = useWords(walletWords)
  const parts = useWords(partWords)
  const formats = useFormats()
  const isTest = useWishes().mode === 'test'
  const [mayCancel, mayPay] = [useMay('wallet.recharge'), useMay('sandbox.write')]
  const cancel = useChange('recharges.cancel', { ...STALE, onDone: () => toast({ text: words.cancelled }) })
  const pay = useChange('testCharges.pay', STALE)
  if (status !== 'pending') return null
  return (
    <>
      {mayCancel && (
        <AskFirst verb={words.cancel} title={words.cancelTitle} change={cancel} asked={{ params: { id } }}>
          <p>{words.cancelText(formats.money(amount))}</p>
        </AskFirst>
      )}
      {isTest && mayPay && (
        <Button
          title={words.payHint}
          isBusy={pay.isPending}
          onClick={() =>
            pay.mutate(
              { params: { id } },
              { onError: (error) => toast({ kind: 'bad', text: failureText(error, parts).text }) },
            )
          }
        >
          {words.pay}
        </Button>
      )}
    </>
  )
}
