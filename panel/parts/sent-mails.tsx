// Mails about a booking or to a client, each as it was sent.
import downloadIcon from 'icon:download'
import mailIcon from 'icon:mail'
import { useState } from 'react'
import { saveText } from '../api/download.ts'
import type { Row } from '../api/operations.ts'
import { useRead } from '../api/use-read.ts'
import { useWords } from '../words/language.tsx'
import { recordWords } from '../words/records.ts'
import { Button } from './button.tsx'
import { DateTime } from './date-time.tsx'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { KeyValues } from './key-values.tsx'
import { List } from './list.tsx'
import { Loaded } from './loaded.tsx'
import css from './records.module.css'
import { Status, type StatusKind } from './status.tsx'
import type { Column } from './table.tsx'

type Mail = Row<'mails.list'>

const KINDS: Readonly<Record<Mail['status'], StatusKind>> = {
  waiting: 'wait',
  sent: 'ok',
  stored: 'mute',
  failed: 'bad',
}

export interface SentMailsProps {
  readonly query: { readonly booking_id?: string; readonly client_id?: string }
  readonly page?: number
  readonly onPage?: (page: number) => void
}

export function SentMails({ query, page = 1, onPage }: SentMailsProps) {
  const words = useWords(recordWords)
  const [openId, setOpenId] = useState<string | null>(null)
  const result = useRead('mails.list', { query: { ...query, page } }, { keepsPrevious: true })
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
      {openId !== null && <OpenMail id={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}

function OpenMail({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useWords(recordWords)
  const result = useRead('mails.read', { params: { id } })
  const html = result.data?.html ?? undefined
  return (
    <Dialog
      title={result.data?.subject ?? words.mails}
      kind="wide"
      isOpen
      onClose={onClose}
      {...(html !== undefined && {
        ends: (
          <Button icon={downloadIcon} onClick={() => saveText(html, `${id}.html`, 'text/html')}>
            {words.asSent}
          </Button>
        ),
      })}
    >
      <Loaded result={result}>
        {(mail) => (
          <>
            <KeyValues
              rows={[
                [words.to, mail.to],
                [words.when, <DateTime key="at" at={mail.sent_at ?? mail.created_at} kind="stamp" />],
                [words.mailStatus, words.mailStatuses[mail.status]],
              ]}
            />
            {mail.status === 'stored' && <p className="quiet">{words.stored}</p>}
            {mail.meant_for !== null && <p className="quiet">{words.meantFor(mail.meant_for)}</p>}
            {mail.has_receipt && <p className="quiet">{words.hasReceipt}</p>}
            {mail.has_document && <p className="quiet">{words.hasDocument}</p>}
            {mail.error !== null && <p className={css.bad}>{mail.error}</p>}
            {mail.text === null ? <p>{words.secret}</p> : <MailText>{mail.text}</MailText>}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function MailText({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keys too
    <pre tabIndex={0} className={css.mail}>
      {children}
    </pre>
  )
}
