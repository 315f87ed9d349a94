// Actions of a pending recharge: cancel it, and pay it if its bank is simulated.
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { walletWords } from './words.ts'

const STALE = { refreshes: ['recharges', 'wallet'] }

export function RechargeActions({ of }: { of: ResponseOf<'recharges.read'> }) {
  const { id, status, amount, simulated: isSimulated = false } = of
  const words = useWords(walletWords)
  const parts = useWords(partWords)
  const formats = useFormats()
  const isPlayed = usePreferences().mode === 'test' || isSimulated
  const [mayCancel, mayPay] = [usePermission('wallet.recharge'), usePermission('sandbox.write')]
  const cancel = useChange('recharges.cancel', { ...STALE, onDone: () => toast({ text: words.cancelled }) })
  const pay = useChange('testCharges.pay', STALE)
  if (status !== 'pending') return null
  return (
    <>
      {mayCancel && (
        <ConfirmButton
          verb={words.cancel}
          title={words.cancelTitle}
          change={cancel}
          request={{ params: { id } }}
        >
          <p>{words.cancelText(formats.money(amount))}</p>
        </ConfirmButton>
      )}
      {isPlayed && mayPay && (
        <Button
          title={isSimulated ? words.playedBank : words.payHint}
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
