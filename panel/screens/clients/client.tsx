// One client: the record, bookings, invoices, quotes, mails and notes, and the ways to end the record.
import pencil from 'icon:pencil'
import { lazy, Suspense, useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { useMay } from '../../api/use-team.ts'
import { maskPhone, maskTaxId } from '../../kit/masks.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notes } from '../../parts/notes.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { Status } from '../../parts/status.tsx'
import { Tags } from '../../parts/tags.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { clientWords } from '../../words/clients.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './client.module.css'
import { ClientParts } from './client-parts.tsx'
import { Ending } from './ending.tsx'

type Client = Answer<'clients.read'>

/** The form comes when somebody wants to change something. */
const ClientDialog = lazy(async () => ({ default: (await import('./client-dialog.tsx')).ClientDialog }))

export function Screen() {
  const id = useAddressId()
  const frame = useWords(frameWords)
  const result = useRead('clients.read', { params: { id } })
  const back = { to: PATHS.clients, name: frame.pages.clients }
  if (result.data !== undefined) return <Detail client={result.data} back={back} />
  return (
    <>
      <PageHead title={frame.pages.clients} back={back} />
      <Loaded result={result} skeleton={<Rows count={8} />}>
        {() => null}
      </Loaded>
    </>
  )
}

function Detail({ client, back }: { client: Client; back: { to: string; name: string } }) {
  const words = useWords(clientWords)
  const mayWrite = useMay('clients.write')
  const [isOpen, setOpen] = useState(false)
  const { id, is_active: isActive, client_type: type } = client
  const sub = (
    <>
      <Status kind={isActive ? 'ok' : 'mute'}>{words.states[isActive ? 'active' : 'inactive']}</Status>{' '}
      {words.types[type]}
    </>
  )
  return (
    <>
      <PageHead title={client.full_name} sub={sub} back={back}>
        {mayWrite && (
          <Button icon={pencil} onClick={() => setOpen(true)}>
            {words.edit}
          </Button>
        )}
      </PageHead>
      <div className={css.page}>
        <div className={css.main}>
          <ClientParts id={id} />
          {mayWrite && (
            <div className={css.last}>
              <Ending client={client} />
            </div>
          )}
        </div>
        <div className={css.side}>
          <Card title={words.details}>
            <KeyValues
              rows={[
                [words.tradeName, client.company_name],
                [
                  words.email,
                  <a key="email" href={`mailto:${client.email}`}>
                    {client.email}
                  </a>,
                ],
                [words.phone, client.phone !== null && <Phone of={client.phone} />],
                [words.cpf, maskTaxId(client.cpf ?? '')],
                [words.cnpj, maskTaxId(client.cnpj ?? '')],
                [words.since, <DateTime key="since" at={client.created_at} kind="stamp" />],
                [words.remarks, client.notes],
              ]}
            />
          </Card>
          <Tags about="client" id={id} tags={client.tags} list={PATHS.clients} />
          <Notes about="client" id={id} />
        </div>
      </div>
      {isOpen && (
        <Suspense>
          <ClientDialog client={client} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Phone({ of }: { of: string }) {
  return <a href={`tel:${of}`}>{maskPhone(of)}</a>
}
