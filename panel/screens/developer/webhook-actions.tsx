// Actions of a webhook: send a sample, enable, disable, rotate the secret, delete.

import { useState } from 'react'
import { etagOf } from '../../api/etags.ts'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { SampleToWebhook } from './sample-to-webhook.tsx'
import { SecretOnce } from './secret-once.tsx'
import type { Webhook } from './webhook-status.tsx'
import { developerWords } from './words.ts'

export function WebhookActions({ of }: { of: Webhook }) {
  const words = useWords(developerWords)
  const parts = useWords(partWords)
  const [secret, setSecret] = useState<string | null>(null)
  const params = { id: of.id }
  const refreshes = ['webhooks', 'deliveries']
  const turn = useChange('webhooks.update', {
    refreshes,
    onDone: (webhook) =>
      toast({
        text: webhook.active ? words.activated : words.deactivated,
        ...(!webhook.active && { onUndo: () => setActive(true, webhook) }),
      }),
  })
  const rotate = useChange('webhooks.rotateSecret', { onDone: (webhook) => setSecret(webhook.secret) })
  const remove = useChange('webhooks.delete', {
    refreshes: ['webhooks'],
    onDone: () => {
      toast({ text: words.removed })
      void navigate(PATHS.webhooks)
    },
  })
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const setActive = (active: boolean, known: object) =>
    turn.mutate({ params, body: { active }, ifMatch: etagOf(known) }, { onError })
  if (!usePermission('webhooks.write')) return null
  return (
    <>
      <ConfirmButton
        verb={words.remove}
        title={words.removeTitle}
        change={remove}
        request={{ params, ifMatch: etagOf(of) }}
      >
        <p>{words.removeText}</p>
      </ConfirmButton>
      <ConfirmButton
        verb={words.rotate}
        title={words.rotateTitle}
        isDanger={false}
        change={rotate}
        request={{ params }}
      >
        <p>{words.rotateText}</p>
      </ConfirmButton>
      <Button
        isBusy={turn.isPending}
        kind={of.active ? 'plain' : 'main'}
        onClick={() => setActive(!of.active, of)}
      >
        {of.active ? words.deactivate : words.activate}
      </Button>
      <SampleToWebhook of={of} />
      <SecretOnce secret={secret} onKept={() => setSecret(null)} />
    </>
  )
}
