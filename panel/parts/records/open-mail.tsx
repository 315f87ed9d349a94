// One sent mail: recipient, attachments, HTML and plain text.
import downloadIcon from 'icon:download'
import { useState } from 'react'
import { frameUrl } from '../../api/call.ts'
import { saveText } from '../../api/files.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { useWords } from '../../words/language.tsx'
import { recordWords } from '../../words/records.ts'
import { useTranslate } from '../../words/translate.ts'
import { Button } from '../button.tsx'
import { DateTime } from '../date-time.tsx'
import { Dialog } from '../dialog.tsx'
import { FramedPage } from '../framed-page.tsx'
import { KeyValues } from '../key-values.tsx'
import { Loaded } from '../loaded.tsx'
import { Tabs } from '../tabs.tsx'
import css from './records.module.css'

type Mail = ResponseOf<'mails.read'>

export function OpenMail({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useWords(recordWords)
  const translate = useTranslate()
  const result = useRead('mails.read', { params: { id } })
  const html = result.data?.html ?? undefined
  return (
    <Dialog
      title={result.data?.subject ?? words.mails}
      kind="wide"
      isOpen
      onClose={onClose}
      {...(html !== undefined && {
        buttons: (
          <Button icon={downloadIcon} onClick={() => saveText(html, `${id}.html`, 'text/html')}>
            {words.download}
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
                [words.attached, attachedTo(mail, words)],
              ]}
            />
            {mail.status === 'stored' && <p className="quiet">{words.stored}</p>}
            {mail.meant_for !== null && <p className="quiet">{words.meantFor(mail.meant_for)}</p>}
            {mail.error !== null && <p className={css.bad}>{translate(mail.error)}</p>}
            <Content of={mail} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function attachedTo(mail: Mail, { files }: (typeof recordWords)['pt']): string | undefined {
  if (mail.has_receipt) return files.receipt
  if (!mail.has_document) return undefined
  if (mail.trip_id !== null) return files.trip
  return mail.quote_id === null ? files.invoice : files.quote
}

function Content({ of: { id, text, subject } }: { of: Mail }) {
  const words = useWords(recordWords)
  const [shown, setShown] = useState('sent')
  if (text === null) return <p>{words.secret}</p>
  return (
    <Tabs
      label={words.mail}
      value={shown}
      onChange={setShown}
      tabs={[
        {
          value: 'sent',
          label: words.asSent,
          content: <FramedPage hasNoScripts address={frameUrl('mails.html', { id })} title={subject} />,
        },
        { value: 'words', label: words.asWords, content: <MailText>{text}</MailText> },
      ]}
    />
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
