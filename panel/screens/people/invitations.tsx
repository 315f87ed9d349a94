// Open invitations: send again with a new link, or withdraw.
import mailIcon from 'icon:mail'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useMailWorks } from '../../api/use-readiness.ts'
import { machineTime } from '../../logic/now.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { ListCard } from '../../parts/list-card.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { InvitationLink } from './invite.tsx'
import css from './people.module.css'
import { peopleWords } from './words.ts'

type Invitation = Row<'invitations.list'>

export function Invitations({ mayManage }: { mayManage: boolean }) {
  const words = useWords(peopleWords)
  const { roles } = useWords(frameWords)
  const result = useRead('invitations.list', { query: { limit: 100 } })
  // Invitations expire in real time, independent of the test clock.
  const isOver = ({ expires_at: until }: Invitation) => new Date(until) <= machineTime()
  const columns: Column<Invitation>[] = [
    { name: 'email', head: words.email, cell: ({ email }) => email, isWide: true, phone: 'title' },
    { name: 'role', head: words.role, cell: ({ role }) => roles[role], phone: 'main' },
    { name: 'sent', head: words.sent, cell: ({ sent_at: at }) => <DateTime at={at} /> },
    { name: 'until', head: words.until, cell: ({ expires_at: at }) => <DateTime at={at} /> },
    {
      name: 'status',
      head: words.status,
      cell: (one) => (
        <Status kind={isOver(one) ? 'mute' : 'wait'}>{isOver(one) ? words.expired : words.open}</Status>
      ),
      phone: 'state',
    },
  ]
  const actions: Column<Invitation> = {
    name: 'actions',
    head: words.actions,
    cell: (invitation) => <InvitationActions of={invitation} />,
    isEnd: true,
    phone: 'rest',
  }
  return (
    <ListCard
      title={words.invitations}
      result={result}
      columns={mayManage ? [...columns, actions] : columns}
      keyOf={({ id }) => id}
      none={{ title: words.noInvitations, text: words.noInvitationsText, icon: mailIcon }}
    />
  )
}

function InvitationActions({ of: { id, email } }: { of: Invitation }) {
  const words = useWords(peopleWords)
  const parts = useWords(partWords)
  const errorText = useAccountErrorText()
  const doesMail = useMailWorks()
  const [link, setLink] = useState<string | null>(null)
  const resend = useChange('invitations.resend', {
    refreshes: ['invitations'],
    onDone: ({ link: toHandOver }) => {
      setLink(toHandOver)
      toast({ text: toHandOver === null ? words.resent(email) : words.linkMade(email) })
    },
    errorText,
  })
  const withdraw = useChange('invitations.withdraw', {
    refreshes: ['invitations'],
    onDone: () => toast({ text: words.withdrawn }),
    errorText,
  })
  const asked = { params: { id } }
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  return (
    <span className={css.endActs}>
      <Button isSmall isBusy={resend.isPending} onClick={() => resend.mutate(asked, { onError })}>
        {doesMail ? words.resend : words.newLink}
      </Button>
      <ConfirmButton
        verb={words.withdraw}
        title={words.withdrawTitle(email)}
        isSmall
        change={withdraw}
        request={asked}
      >
        <p>{words.withdrawText}</p>
      </ConfirmButton>
      <Dialog title={words.linkOf(email)} isOpen={link !== null} onClose={() => setLink(null)}>
        <InvitationLink of={link ?? ''} onDone={() => setLink(null)} />
      </Dialog>
    </span>
  )
}
