// The two decisions about a held payment; neither can be undone.
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './operator.module.css'
import { operatorWords } from './words.ts'

export interface DecideProps {
  readonly of: Row<'installation.heldPayments'>
  readonly team: string
}

export function Decide({ of: { id, amount, payment_id: payment }, team }: DecideProps) {
  const words = useWords(operatorWords)
  const formats = useFormats()
  const then = (text: string) => ({
    refreshes: ['installation', 'wallet'],
    onDone: () => toast({ text }),
  })
  const accept = useChange('installation.acceptPayment', then(words.accepted))
  const reject = useChange('installation.refusePayment', then(words.refused))
  const request = { params: { id } }
  const money = formats.money(amount)
  return (
    <span className={css.ways}>
      <ConfirmButton verb={words.refuse} title={words.refuseTitle} change={reject} request={request} isSmall>
        <p>{words.refuseText(money, payment)}</p>
      </ConfirmButton>
      <ConfirmButton
        verb={words.accept}
        title={words.acceptTitle}
        change={accept}
        request={request}
        isDanger={false}
        isSmall
      >
        <p>{words.acceptText(money, team)}</p>
      </ConfirmButton>
    </span>
  )
}
