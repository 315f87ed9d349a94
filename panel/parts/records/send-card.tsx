// Sends a document to its client by mail or WhatsApp, or as text to copy; shows when it was last sent.
import mailIcon from 'icon:mail'
import messageIcon from 'icon:message-circle'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { useMailWorks, useWhatsAppWorks } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { chatUrl } from '../../logic/masks.ts'
import { useWords } from '../../words/language.tsx'
import { sendingWords } from '../../words/sending.ts'
import { Card } from '../card.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { ExternalLink } from '../external-link.tsx'
import { toast } from '../toast.tsx'
import { useFormats } from '../use-formats.tsx'
import css from './send-card.module.css'

interface SendCardProps {
  readonly by: 'bookings.send' | 'invoices.send' | 'quotes.send' | 'trips.send'
  readonly id: string
  readonly client: { readonly id: string; readonly full_name: string; readonly email: string }
  /** The public page; without one the text is copied. */
  readonly link?: string
  /** The text to copy or to send by WhatsApp. */
  readonly text: string
}

export function SendCard({ by, id, client, link, text }: SendCardProps) {
  const words = useWords(sendingWords)
  const isTest = usePreferences().mode === 'test'
  const pasted = isTest ? words.testMark(text) : text
  const [doesMail, doesPhone] = [useMailWorks(), useWhatsAppWorks()]
  const { data: known } = useRead(
    'clients.read',
    { params: { id: client.id } },
    { isEnabled: usePermission('clients.read') },
  )
  const options = {
    refreshes: ['mails', 'messages', 'trips'],
    onDone: ({ channel, to }: ResponseOf<'invoices.send'>) =>
      toast({
        text: isTest ? words.keptTest : channel === 'email' && !doesMail ? words.kept : words.queued(to),
      }),
  }
  const mail = useChange(by, options)
  // Itineraries have no WhatsApp delivery; the hook still needs an operation.
  const phone = useChange(by === 'bookings.send' ? 'invoices.send' : by, options)
  const params = { id }
  const sendsToPhone = doesPhone && Boolean(known?.phone) && by !== 'bookings.send'
  return (
    <Card title={words.title} sub={<LastMail by={by} id={id} email={client.email} />}>
      <div className={css.ways}>
        <ConfirmButton
          verb={words.byMail}
          title={words.byMail}
          icon={mailIcon}
          isDanger={false}
          change={mail}
          request={{ params }}
        >
          <p>{(isTest ? words.byMailTest : words.byMailTo)(client.email)}</p>
        </ConfirmButton>
        {sendsToPhone ? (
          <ConfirmButton
            verb={words.byPhone}
            title={words.byPhone}
            icon={messageIcon}
            isDanger={false}
            change={phone}
            request={{ params, body: { channel: 'whatsapp' as const } }}
          >
            <p>{(isTest ? words.byMailTest : words.byMailTo)(known?.phone ?? '')}</p>
          </ConfirmButton>
        ) : (
          <ExternalLink href={chatUrl(known?.phone, pasted)}>{words.openChat}</ExternalLink>
        )}
        <CopyButton
          kind="plain"
          text={link ?? pasted}
          what={words.title}
          verb={link ? words.copyLink : words.copyText}
          hasWords
        />
      </div>
      {isTest && !sendsToPhone && <p className="quiet">{words.chatTest}</p>}
    </Card>
  )
}

const QUERIES = {
  'bookings.send': 'booking_id',
  'invoices.send': 'invoice_id',
  'quotes.send': 'quote_id',
  'trips.send': 'trip_id',
} as const

function LastMail({ by, id, email }: Pick<SendCardProps, 'by' | 'id'> & { email: string }) {
  const words = useWords(sendingWords)
  const formats = useFormats()
  const query = { [QUERIES[by]]: id, page: 1 }
  const isTest = usePreferences().mode === 'test'
  const { data } = useRead('mails.list', { query }, { isEnabled: usePermission('mails.read') })
  if (data === undefined) return null
  const last = data.items.find(({ to, meant_for: meant }) => (meant ?? to) === email)
  if (last === undefined) return words.never
  const say = isTest ? words.lastKept : words.last
  return say(formats.moment(last.sent_at ?? last.created_at), last.meant_for ?? last.to)
}
