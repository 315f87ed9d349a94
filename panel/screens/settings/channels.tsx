// The channels for mails and messages: status, instructions and a test of each.
import send from 'icon:send'
import { useState } from 'react'
import type { Mail } from '../../../contract/mails.ts'
import { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import type { IconShapes } from '../../logic/icon-shapes.ts'
import { maskPhone } from '../../logic/masks.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { CHECK_KINDS, checkTexts } from '../../parts/records/readiness-checks.ts'
import { SentMails } from '../../parts/records/sent-mails.tsx'
import { Status } from '../../parts/status.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { checkWords } from '../../words/checks.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { useTranslate } from '../../words/translate.ts'
import css from './channels.module.css'
import { channelWords } from './channels-words.ts'
import { SettingsPage } from './settings-page.tsx'

const LOOK_MS = 1_000

export function Screen() {
  const words = useWords(channelWords)
  const list = useFilters([])
  const mayRead = usePermission('mails.read')
  return (
    <SettingsPage title={words.channels} sub={words.channelsSub} isForOwners>
      <MailChannel />
      <WhatsAppChannel />
      {mayRead && (
        <Card title={words.history} isEdged>
          <SentMails query={{}} page={list.page} onPage={list.setPage} />
        </Card>
      )}
    </SettingsPage>
  )
}

function useFailureText(error: Error | null): Outcome | undefined {
  const words = useWords(channelWords)
  const parts = useWords(partWords)
  if (error === null) return undefined
  const isEarly = error instanceof ApiError && error.status === 429
  return { kind: 'bad', text: isEarly ? words.slow : failureText(error, parts).text }
}

function MailChannel() {
  const words = useWords(channelWords)
  const translate = useTranslate()
  const { data: profile } = useRead('team.profile', {})
  const [sentId, setSentId] = useState('')
  const test = useChange('readiness.sendMail', {
    refreshes: ['mails'],
    onDone: ({ id }) => setSentId(id),
  })
  const mail = useMailStatus(sentId)
  const failure = useFailureText(test.error)
  return (
    <Channel
      check="mail"
      title={words.mail}
      sub={words.mailSub}
      rows={[
        [words.from, profile?.name],
        [words.replies, profile?.reply_to ?? profile?.email],
      ]}
      how={words.mailHow}
      settings={'SMTP_URL=smtps://…\nMAIL_FROM=Embarque <avisos@…>'}
      verb={words.sendMail}
      icon={send}
      isBusy={test.isPending}
      onTest={() => test.mutate({})}
      outcome={failure ?? (mail && outcomeOf(mail, words, translate))}
    />
  )
}

/** Polls until the mail has an outcome. */
function useMailStatus(id: string): Mail | undefined {
  const [isSettled, setSettled] = useState('')
  const { data } = useRead(
    'mails.read',
    { params: { id } },
    { isEnabled: id !== '', pollMs: isSettled === id ? false : LOOK_MS },
  )
  if (data !== undefined && data.status !== 'waiting' && isSettled !== id) setSettled(id)
  return data
}

function outcomeOf(
  { status, to, meant_for: meant, error }: Mail,
  words: (typeof channelWords)['pt'],
  translate: (text: string) => string,
): Outcome {
  const reader = meant ?? to
  if (status === 'waiting') return { kind: 'wait', text: words.mailOnWay(reader) }
  if (status === 'sent') return { kind: 'ok', text: words.mailSent(reader) }
  if (status === 'stored') return { kind: 'wait', text: words.mailStored }
  return { kind: 'bad', text: words.mailFailed(translate(error ?? '')) }
}

function WhatsAppChannel() {
  const words = useWords(channelWords)
  const { data: profile } = useRead('team.profile', {})
  const test = useChange('readiness.sendMessage')
  const failure = useFailureText(test.error)
  const number = profile?.whatsapp ?? null
  const translate = test.data && {
    taken: { kind: 'ok' as const, text: words.messageSent(test.data.to) },
    kept: { kind: 'wait' as const, text: words.messageStored },
    refused: { kind: 'bad' as const, text: words.messageFailed(test.data.error ?? '') },
  }
  return (
    <Channel
      check="whatsapp"
      title={words.whatsapp}
      sub={words.whatsappSub}
      rows={[[words.number, number === null ? words.noNumber : maskPhone(number)]]}
      how={words.whatsappHow}
      settings={'WHATSAPP_TOKEN=…\nWHATSAPP_PHONE_NUMBER_ID=…'}
      verb={words.sendMessage}
      icon={send}
      isOff={number === null}
      isBusy={test.isPending}
      onTest={() => test.mutate({})}
      outcome={failure ?? (test.data && translate?.[test.data.outcome])}
    />
  )
}

interface Outcome {
  readonly kind: 'ok' | 'wait' | 'bad'
  readonly text: string
}

interface ChannelProps {
  /** The name of the readiness check. */
  readonly check: string
  readonly title: string
  readonly sub: string
  readonly rows: readonly KeyValue[]
  /** Instructions to change it. */
  readonly how: string
  readonly settings: string
  readonly verb: string
  readonly icon: IconShapes
  readonly isOff?: boolean
  readonly isBusy: boolean
  readonly onTest: () => void
  readonly outcome: Outcome | undefined
}

/** One message channel, with a test button. */
function Channel(props: ChannelProps) {
  const { check, title, sub, rows, how, settings, verb, icon, isOff, isBusy, onTest, outcome } = props
  const words = useWords(channelWords)
  const checks = useWords(checkWords)
  const mayManage = usePermission('team.manage')
  const { data } = useRead('readiness.read', {})
  const found = data?.checks.find(({ name }) => name === check)
  return (
    <Card
      title={title}
      sub={sub}
      action={
        found && (
          <Status kind={CHECK_KINDS[found.status]}>{found.status === 'ok' ? words.on : words.off}</Status>
        )
      }
    >
      {data && found && <p className={css.state}>{checkTexts(found, checks, data.connections).text}</p>}
      <KeyValues rows={rows} />
      {mayManage && (
        <div className={css.try}>
          <Button icon={icon} isBusy={isBusy} disabled={isOff ?? false} onClick={onTest}>
            {verb}
          </Button>
          <p aria-live="polite" data-kind={outcome?.kind}>
            {outcome?.text}
          </p>
        </div>
      )}
      {found && found.status !== 'ok' && (
        <div className={css.below}>
          <p className="quiet">{how}</p>
          <CodeBlock text={settings} what={title} />
        </div>
      )}
    </Card>
  )
}
