// The status of a recharge.
import type { RechargeStatus as Name } from '../../../contract/wallet.ts'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { walletWords } from './words.ts'

const KINDS = { pending: 'wait', completed: 'ok', expired: 'mute', failed: 'bad', cancelled: 'mute' } as const

export function RechargeStatus({ of }: { of: Name }) {
  return <Status kind={KINDS[of]}>{useWords(walletWords).statuses[of]}</Status>
}
