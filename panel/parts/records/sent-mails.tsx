// Sent mails about a booking, an invoice, a quote, a trip or a client, each with its content.
import mailIcon from 'icon:mail'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { useWords } from '../../words/language.tsx'
import { recordWords } from '../../words/records.ts'
import { Card } from '../card.tsx'
import { DateTime } from '../date-time.tsx'
import { EmptyState } from '../empty-state.tsx'
import { List } from '../list.tsx'
import { Status, type StatusKind } from '../status.tsx'
import type { Column } from '../table.tsx'
import css from './records.module.css'

type Mail = Row<'mails.list'>

const OpenMail = lazy(async () => ({ default: (await import('./open-mail.tsx')).OpenMail }))

const KINDS: Readonly<Record<Mail['status'], StatusKind>> = {
  waiting: 'wait',
  sent: 'ok',
  stored: 'mute',
  failed: 'bad',
}

const SOON_MS = 3_000
const LATER_MS = 20_000

export interface SentMailsProps {
  readonly query: Partial<
    Readonly<Record<'booking_id' | 'invoice_id' | 'quote_id' | 'trip_id' | 'client_id', string>>
  >
  readonly page?: number
  readonly onPage?: (page: number) => void
}

export function SentMails({ query, page = 1, onPage }: SentMailsProps) {
  const words = useWords(recordWords)
  const [openId, setOpenId] = useState<string | null>(null)
  // Mails are sent shortly after the action that causes them, so the list polls for a while.
  const [pollMs, setEvery] = useState(SOON_MS)
  const result = useRead('mails.list', { query: { ...query, page } }, { keepsPrevious: true, pollMs })
  const isSending = result.data?.items.some(({ status }) => status === 'waiting') ?? false
  useEffect(() => setEvery(isSending ? SOON_MS : LATER_MS), [isSending])
  const columns: Column<Mail>[] = [
    {
      name: 'subject',
      head: words.subject,
      cell: ({ id, subject }) => (
        <button type="button" className={css.open} onClick={() => setOpenId(id)}>
          {subject}
        </button>
      ),
      isWide: true,
      phone: 'title',
    },
    { name: 'to', head: words.to, cell: ({ to, meant_for: meant }) => meant ?? to, phone: 'rest' },
    {
      name: 'when',
      head: words.when,
      cell: ({ sent_at: sent, created_at: made }) => <DateTime at={sent ?? made} className="quiet" />,
      phone: 'main',
    },
    {
      name: 'status',
      head: words.mailStatus,
      cell: ({ status }) => <Status kind={KINDS[status]}>{words.mailStatuses[status]}</Status>,
      phone: 'state',
    },
  ]
  return (
    <>
      <List
        caption={words.mails}
        result={result}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyState title={words.noMails} icon={mailIcon} />}
        {...(onPage && { onPage })}
      />
      {openId !== null && (
        <Suspense>
          <OpenMail id={openId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The card on the page of the object, for users with the permission. */
export function MailsCard({ query }: Pick<SentMailsProps, 'query'>) {
  const words = useWords(recordWords)
  if (!usePermission('mails.read')) return null
  return (
    <Card title={words.mails} isEdged>
      <SentMails query={query} />
    </Card>
  )
}
