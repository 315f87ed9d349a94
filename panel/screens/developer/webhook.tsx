// One webhook: its health and its deliveries with attempts, bodies and replay.
import { useState } from 'react'
import { etagOf } from '../../api/etags.ts'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { useTranslate } from '../../words/translate.ts'
import { SecretOnce } from './create-with-secret.tsx'
import { Deliveries } from './deliveries.tsx'
import css from './developer.module.css'
import { SampleToWebhook } from './sample-to-webhook.tsx'
import { type Webhook, WebhookStatus } from './webhook-status.tsx'
import { developerWords } from './words.ts'

export const Screen = () => <Detail by="webhooks.read" list="webhooks" as={WebhookPage} />

/** Deliveries cause no events, so the list polls. */
const FOLLOW_MS = 5_000

function WebhookPage({ of: webhook, back }: DetailOf<'webhooks.read'>) {
  useRead('webhooks.read', { params: { id: webhook.id } }, { pollMs: FOLLOW_MS })
  return (
    <>
      <PageHead
        title={new URL(webhook.url).host}
        sub={<span className={`code ${css.address}`}>{webhook.url}</span>}
        back={back}
      >
        <WebhookActions of={webhook} />
      </PageHead>
      <div className={css.halves}>
        <Deliveries of={webhook} pollMs={FOLLOW_MS} />
        <Health of={webhook} />
      </div>
    </>
  )
}

function Health({ of }: { of: Webhook }) {
  const words = useWords(developerWords)
  const translate = useTranslate()
  const formats = useFormats()
  const stamp = (at: string | null) => at && <DateTime at={at} kind="stamp" />
  const deliveries = `${formats.number(of.total_deliveries)}, ${words.healthOf(formats.number(of.success_rate))}`
  return (
    <Card title={words.status}>
      <KeyValues
        rows={[
          [words.status, <WebhookStatus key="status" of={of} />],
          [words.total, of.total_deliveries === 0 ? words.noDeliveries : deliveries],
          [words.failed, of.failed_deliveries],
          [words.lastSuccess, stamp(of.last_success_at)],
          [words.description, of.description],
          [words.headerNames, of.header_names.join(', ') || null],
          [words.lastError, of.last_error && translate(of.last_error)],
          [words.created, stamp(of.created_at)],
          [words.updated, stamp(of.updated_at)],
          [words.events, of.events.includes('*') ? words.everyEvent : of.events.join(', ')],
        ]}
      />
    </Card>
  )
}

/** Actions of a webhook: send a sample, enable, disable, rotate the secret, delete. */
function WebhookActions({ of }: { of: Webhook }) {
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
