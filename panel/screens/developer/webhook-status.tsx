// Whether a webhook receives events, and if not, why.
import type { ResponseOf } from '../../api/operations.ts'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { developerWords } from './words.ts'

export type Webhook = ResponseOf<'webhooks.read'>

export function WebhookStatus({ of }: { of: Pick<Webhook, 'active' | 'disabled_reason'> }) {
  const words = useWords(developerWords)
  if (of.active) return <Status kind="ok">{words.on}</Status>
  const isFailing = of.disabled_reason === 'failures'
  return <Status kind={isFailing ? 'bad' : 'mute'}>{isFailing ? words.offFailures : words.offRequest}</Status>
}
