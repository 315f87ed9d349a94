// One webhook: its health and its deliveries with attempts, bodies and replay.
import { useRead } from '../../api/use-read.ts'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { useTranslate } from '../../words/translate.ts'
import { Deliveries } from './deliveries.tsx'
import css from './developer.module.css'
import { WebhookActions } from './webhook-actions.tsx'
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
          [words.lastError, of.last_error && translate(of.last_error)],
          [words.created, stamp(of.created_at)],
          [words.updated, stamp(of.updated_at)],
          [words.events, of.events.includes('*') ? words.everyEvent : of.events.join(', ')],
        ]}
      />
    </Card>
  )
}
