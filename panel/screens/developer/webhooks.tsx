// The webhooks and the health of each.
import webhookIcon from 'icon:webhook'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { CreateWithSecret } from './create-with-secret.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { type Webhook, WebhookStatus } from './webhook-status.tsx'
import { developerWords } from './words.ts'

export function Screen() {
  const words = useWords(developerWords)
  const formats = useFormats()
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
  const create = usePermission('webhooks.write') && (
    <CreateWithSecret label={words.newWebhook}>
      {(onCreated) => <NewWebhook onCreated={onCreated} />}
    </CreateWithSecret>
  )
  return (
    <>
      <PageHead title={words.webhooks} sub={words.webhooksSub}>
        {create}
      </PageHead>
      <ListCard
        {...{ title: words.webhooks, result, columns }}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.webhook(id)}
        none={{ title: words.noWebhooks, text: words.noWebhooksText, icon: webhookIcon }}
      />
    </>
  )
}
