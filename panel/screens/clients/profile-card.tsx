// The file of a client: what the agency keeps of a person or company to book for them.
import pencil from 'icon:pencil'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone } from '../../logic/masks.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Day } from '../../parts/date-time.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { useDraftDialog } from '../../parts/use-draft.ts'
import { useWords } from '../../words/language.tsx'
import css from './profile.module.css'
import { Documents, LoyaltyAccounts } from './profile-parts.tsx'
import { fileWords } from './profile-words.ts'

type Client = ResponseOf<'clients.read'>

/** Loaded when the user edits the file. */
const FileDialog = lazy(async () => ({ default: (await import('./profile-form.tsx')).FileDialog }))

export function FileCard({ client }: { client: Client }) {
  const words = useWords(fileWords)
  const {
    given_name: given,
    family_name: family,
    born_on: born,
    gender,
    address,
    contacts,
    preferences,
    identity_documents: documents,
    loyalty_programme_accounts: accounts,
  } = client
  const rows = [
    [words.nameInDocument, [given, family].filter(Boolean).join(' ')],
    [words.bornOn, born !== null && <Day key="born" of={born} kind="date" />],
    [words.gender, gender !== null && words.genders[gender]],
    [words.seat, preferences?.seat],
    [words.meal, preferences?.meal],
  ] as const
  const parts: (ReactNode | false)[] = [
    rows.some(([, value]) => value) && <KeyValues key="rows" rows={rows} />,
    address !== null && (
      <Part key="address" title={words.address}>
        <p>{addressLines(address)}</p>
      </Part>
    ),
    preferences?.notes && (
      <Part key="wishes" title={words.wishes}>
        <p>{preferences.notes}</p>
      </Part>
    ),
    documents.length > 0 && (
      <Part key="documents" title={words.documents}>
        <Documents of={documents} />
      </Part>
    ),
    accounts.length > 0 && (
      <Part key="loyalty" title={words.loyalty}>
        <LoyaltyAccounts of={accounts} />
      </Part>
    ),
    contacts.length > 0 && (
      <Part key="contacts" title={words.contacts}>
        <Contacts of={contacts} />
      </Part>
    ),
  ].filter(Boolean)
  return (
    <Card title={words.title} sub={words.sub} action={<Edit client={client} />}>
      {parts.length > 0 ? parts : <p className="quiet">{words.none}</p>}
    </Card>
  )
}

function Edit({ client }: { client: Client }) {
  const words = useWords(fileWords)
  const draftName = `client-file.${client.id}`
  const [isOpen, setOpen] = useDraftDialog(draftName)
  if (!usePermission('clients.write') || client.merged_into_id !== null) return null
  return (
    <>
      <Button isSmall icon={pencil} onClick={() => setOpen(true)}>
        {words.edit}
      </Button>
      {isOpen && (
        <Suspense>
          <FileDialog client={client} draftName={draftName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function addressLines(address: NonNullable<Client['address']>): string {
  const { street, number, complement, district, city, state, postal_code: code, country } = address
  const joined = (parts: readonly (string | null)[], by: string) => parts.filter(Boolean).join(by)
  return joined(
    [
      joined([street, number, complement], ', '),
      joined([district, joined([city, state], '/')], ', '),
      joined([code, country === 'BR' ? null : country], ' '),
    ],
    '\n',
  )
}

function Contacts({ of: contacts }: { of: Client['contacts'] }) {
  return (
    <ul className={css.lines}>
      {contacts.map(({ name, role, email, phone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no id, and are replaced as a whole
        <li key={index}>
          <span>
            {name} {role !== null && <small className="quiet">{role}</small>}
          </span>
          {email !== null && <a href={`mailto:${email}`}>{email}</a>}
          {phone !== null && <a href={`tel:${phone}`}>{maskPhone(phone)}</a>}
        </li>
      ))}
    </ul>
  )
}
