// The sessions of the account, with buttons to end one or all.
import laptop from 'icon:laptop'
import logOut from 'icon:log-out'
import smartphone from 'icon:smartphone'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { finishSignOut } from '../../frame/sign-out.ts'
import { isPhone } from '../../logic/device-name.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { Badge } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import css from './people.module.css'
import { profileWords } from './profile-words.ts'
import { useDeviceText } from './use-device-text.ts'

type Session = ResponseOf<'sessions.list'>[number]

export function DevicesCard() {
  const words = useWords(profileWords)
  const device = useDeviceText()
  const result = useRead('sessions.list', {})
  const columns: Column<Session>[] = [
    {
      name: 'device',
      head: words.device,
      cell: ({ user_agent: agent, is_current: isThis }) => (
        <span className={css.acts}>
          <Icon of={isPhone(agent) ? smartphone : laptop} size={18} />
          {device(agent)}
          {isThis && <Badge kind="ok">{words.thisOne}</Badge>}
        </span>
      ),
      isWide: true,
      phone: 'title',
    },
    { name: 'address', head: words.address, cell: ({ address }) => address, phone: 'main' },
    { name: 'since', head: words.since, cell: ({ created_at: at }) => <DateTime at={at} /> },
    {
      name: 'seen',
      head: words.lastSeen,
      cell: ({ last_used_at: at }) => <DateTime at={at} />,
      phone: 'state',
    },
    {
      name: 'end',
      head: words.end,
      cell: (session) => (session.is_current ? null : <EndOne of={session} />),
      isEnd: true,
      phone: 'rest',
    },
  ]
  return (
    <ListCard
      title={words.devices}
      result={result}
      columns={columns}
      keyOf={({ id }) => id}
      none={{ title: words.devicesSub }}
      action={<EndAll />}
    />
  )
}

function EndOne({ of: { id, user_agent: agent } }: { of: Session }) {
  const words = useWords(profileWords)
  const errorText = useAccountErrorText()
  const end = useChange('sessions.end', {
    refreshes: ['sessions'],
    onDone: () => toast({ text: words.ended }),
    errorText,
  })
  const title = words.endTitle(useDeviceText()(agent))
  return (
    <ConfirmButton verb={words.end} title={title} isSmall change={end} request={{ params: { id } }}>
      <p>{words.endText}</p>
    </ConfirmButton>
  )
}

function EndAll() {
  const words = useWords(profileWords)
  const end = useChange('sessions.endAll', { onDone: finishSignOut })
  return (
    <ConfirmButton
      verb={words.endAll}
      title={words.endAllTitle}
      icon={logOut}
      isSmall
      change={end}
      request={{}}
    >
      <p>{words.endAllText}</p>
    </ConfirmButton>
  )
}
