// Receivers of events, each with its health.
import plus from 'icon:plus'
import webhookIcon from 'icon:webhook'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useMay } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { SecretOnce } from './secret-once.tsx'
import { type Webhook, WebhookStatus } from './webhook-status.tsx'

export function Screen() {
  const words = useWords(developerWords)
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const mayWrite = useMay('webhooks.write')
  const result = useRead('webhooks.list', {})
  const columns: Column<Webhook>[] = [
    { name: 'url', head: words.url, cell: ({ url }) => url, isWide: true, phone: 'title' },
    {
      name: 'events',
      head: words.events,
      cell: ({ events }) => (events.includes('*') ? words.everyEvent : words.someEvents(events.length)),
      phone: 'rest',
    },
    {
      name: 'health',
      head: words.health,
      cell: ({ total_deliveries: total, success_rate: rate }) =>
        total === 0 ? words.noDeliveries : words.healthOf(formats.number(rate)),
      phone: 'main',
    },
    {
      name: 'last',
      head: words.lastSuccess,
      cell: ({ last_success_at: at }) => (at === null ? words.never : <DateTime at={at} />),
    },
    { name: 'status', head: words.status, cell: (webhook) => <WebhookStatus of={webhook} />, phone: 'state' },
  ]
  const create = mayWrite && (
    <Button kind="main" icon={plus} onClick={() => setOpen(true)}>
      {words.newWebhook}
    </Button>
  )
  return (
    <>
      <PageHead title={words.webhooks} sub={words.webhooksSub}>
        {create}
      </PageHead>
      <Card title={words.webhooks} isEdged>
        <Loaded result={result} skeleton={<Rows count={4} />}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <EmptyState title={words.noWebhooks} text={words.noWebhooksText} icon={webhookIcon}>
                {create}
              </EmptyState>
            ) : (
              <Table
                caption={words.webhooks}
                columns={columns}
                rows={webhooks}
                keyOf={({ id }) => id}
                linkOf={({ id }) => PATHS.webhook(id)}
              />
            )
          }
        </Loaded>
      </Card>
      <NewWebhook
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onMade={(made) => {
          setOpen(false)
          setSecret(made)
        }}
      />
      <SecretOnce secret={secret} onKept={() => setSecret(null)} />
    </>
  )
}
