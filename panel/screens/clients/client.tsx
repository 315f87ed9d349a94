// One client: the record, its tabs and notes, and the ways to end the record.
import pencil from 'icon:pencil'
import plus from 'icon:plus'
import { lazy, Suspense } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone, maskTaxId } from '../../logic/masks.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ClientTrips } from '../../parts/records/client-trips.tsx'
import { Notes } from '../../parts/records/notes.tsx'
import { ReferencesCard } from '../../parts/records/references-card.tsx'
import { Tags } from '../../parts/records/tags.tsx'
import { Status } from '../../parts/status.tsx'
import { useDraftDialog } from '../../parts/use-draft.ts'
import { useWords } from '../../words/language.tsx'
import { AccountCard } from './account-card.tsx'
import css from './client.module.css'
import { ClientParts } from './client-tabs.tsx'
import { Companions } from './companions.tsx'
import { EndRecord } from './end-record.tsx'
import { FileCard } from './profile-card.tsx'
import { clientWords } from './words.ts'

type Client = ResponseOf<'clients.read'>

// Most clients were never merged with others.
const MergedHere = lazy(async () => ({ default: (await import('./merged.tsx')).MergedHere }))
const MergedInto = lazy(async () => ({ default: (await import('./merged.tsx')).MergedInto }))
/** Loaded when the user edits the client. */
const ClientDialog = lazy(async () => ({ default: (await import('./client-form.tsx')).ClientDialog }))

export const Screen = () => <Detail by="clients.read" list="clients" as={ClientPage} />

function Sub({ of: { is_active: isActive, client_type: type } }: { of: Client }) {
  const words = useWords(clientWords)
  return (
    <>
      <Status kind={isActive ? 'ok' : 'mute'}>{words.states[isActive ? 'active' : 'inactive']}</Status>{' '}
      {words.types[type]}
    </>
  )
}

function Edit({ of: client }: { of: Client }) {
  const words = useWords(clientWords)
  const draftName = `client.${client.id}`
  const [isOpen, setOpen] = useDraftDialog(draftName)
  if (!usePermission('clients.write')) return null
  return (
    <>
      <Button icon={pencil} onClick={() => setOpen(true)}>
        {words.edit}
      </Button>
      {isOpen && (
        <Suspense>
          <ClientDialog client={client} draftName={draftName} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Links to new documents with the client filled in. */
function NewDocuments({ of: { id } }: { of: Client }) {
  const words = useWords(clientWords)
  const [mayQuote, mayInvoice] = [usePermission('quotes.write'), usePermission('invoices.write')]
  const search = { client_id: id }
  return (
    <>
      {mayQuote && (
        <ButtonLink to={PATHS.newQuote} search={search} icon={plus}>
          {words.newQuote}
        </ButtonLink>
      )}
      {mayInvoice && (
        <ButtonLink to={PATHS.newInvoice} search={search} icon={plus} kind="main">
          {words.newInvoice}
        </ButtonLink>
      )}
    </>
  )
}

function ClientPage({ of: client, back }: DetailOf<'clients.read'>) {
  const words = useWords(clientWords)
  const mayWrite = usePermission('clients.write')
  const { id } = client
  return (
    <>
      <PageHead title={client.full_name} sub={<Sub of={client} />} back={back}>
        {client.merged_into_id === null && <Edit of={client} />}
        {client.is_active && <NewDocuments of={client} />}
      </PageHead>
      <div className={css.page}>
        <div className={css.main}>
          {client.merged_into_id !== null && (
            <Suspense>
              <MergedInto of={client} />
            </Suspense>
          )}
          <AccountCard id={id} />
          <ClientTrips id={id} isActive={client.is_active} />
          <ClientParts id={id} />
          {mayWrite && (
            <div className={css.last}>
              <EndRecord client={client} />
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
                [words.phone, client.phone !== null && <PhoneLink of={client.phone} />],
                [words.cpf, maskTaxId(client.cpf ?? '')],
                [words.cnpj, maskTaxId(client.cnpj ?? '')],
                [words.since, <DateTime key="since" at={client.created_at} kind="stamp" />],
                [words.remarks, client.notes],
              ]}
            />
          </Card>
          <FileCard client={client} />
          <Companions clientId={id} isEditable={client.merged_into_id === null} />
          <Suspense>
            <MergedHere id={id} />
          </Suspense>
          <ReferencesCard of={client} />
          <Tags about="client" id={id} tags={client.tags} list={PATHS.clients} />
          <Notes about="client" id={id} />
        </div>
      </div>
    </>
  )
}

function PhoneLink({ of }: { of: string }) {
  return <a href={`tel:${of}`}>{maskPhone(of)}</a>
}
