// The companions and dependants in the file of a client.
import pencil from 'icon:pencil'
import plus from 'icon:plus'
import { lazy, Suspense } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone } from '../../logic/masks.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { toast } from '../../parts/toast.tsx'
import { useDraftDialog } from '../../parts/use-draft.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { relationshipWords } from '../../words/relationships.ts'
import css from './profile.module.css'
import { Documents, LoyaltyAccounts } from './profile-parts.tsx'
import { fileWords } from './profile-words.ts'

type Companion = ResponseOf<'companions.read'>

/** Loaded when the user adds or edits a companion. */
const CompanionDialog = lazy(async () => ({
  default: (await import('./companion-dialog.tsx')).CompanionDialog,
}))

interface CompanionsProps {
  readonly clientId: string
  readonly isEditable: boolean
}

export function Companions({ clientId, isEditable }: CompanionsProps) {
  const words = useWords(fileWords)
  const result = useRead('companions.list', { params: { id: clientId } })
  const mayWrite = usePermission('clients.write') && isEditable
  return (
    <Card title={words.companions} action={mayWrite && <AddCompanion clientId={clientId} />}>
      <Loaded result={result}>
        {(companions) =>
          companions.length === 0 ? (
            <p className="quiet">{words.noCompanions}</p>
          ) : (
            <ul>
              {companions.map((companion) => (
                <li key={companion.id} className={css.person}>
                  <CompanionOf companion={companion} mayWrite={mayWrite} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function AddCompanion({ clientId }: { clientId: string }) {
  const words = useWords(fileWords)
  const draftName = `companion.new.${clientId}`
  const [isOpen, setOpen] = useDraftDialog(draftName)
  return (
    <>
      <Button isSmall icon={plus} onClick={() => setOpen(true)}>
        {words.addCompanion}
      </Button>
      {isOpen && (
        <Suspense>
          <CompanionDialog clientId={clientId} draftName={draftName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function CompanionOf({ companion, mayWrite }: { companion: Companion; mayWrite: boolean }) {
  const words = useWords(fileWords)
  const relationships = useWords(relationshipWords)
  const formats = useFormats()
  const { full_name: name, born_on: born, email, phone, linked_client_id: linked } = companion
  return (
    <div className={css.lines}>
      <div className={css.line}>
        <div>
          <b>{name}</b>{' '}
          <small className="quiet">
            {[
              relationships[companion.relationship],
              ...(born === null ? [] : [words.born(formats.date(born))]),
            ].join(', ')}
          </small>
        </div>
        {mayWrite && <CompanionActions companion={companion} />}
      </div>
      {(email !== null || phone !== null) && (
        <p className="quiet">{[email, maskPhone(phone ?? '')].filter(Boolean).join(', ')}</p>
      )}
      {linked !== null && (
        <p>
          {words.linked}: <Link to={PATHS.client(linked)}>{words.openClient}</Link>
        </p>
      )}
      {companion.identity_documents.length > 0 && <Documents of={companion.identity_documents} />}
      {companion.loyalty_programme_accounts.length > 0 && (
        <LoyaltyAccounts of={companion.loyalty_programme_accounts} />
      )}
    </div>
  )
}

function CompanionActions({ companion }: { companion: Companion }) {
  const { id, client_id: clientId, full_name: name } = companion
  const words = useWords(fileWords)
  const draftName = `companion.${id}`
  const [isOpen, setOpen] = useDraftDialog(draftName)
  const remove = useChange('companions.delete', {
    refreshes: ['companions', 'clients'],
    onDone: () => toast({ text: words.companionRemoved }),
  })
  return (
    <div className={css.actions}>
      <Button isSmall icon={pencil} aria-label={words.change(name)} onClick={() => setOpen(true)} />
      <ConfirmButton
        verb={words.remove}
        title={words.removeCompanion(name)}
        isSmall
        change={remove}
        request={{ params: { id: clientId, companion_id: id } }}
      >
        <p>{words.removeCompanionText}</p>
      </ConfirmButton>
      {isOpen && (
        <Suspense>
          <CompanionDialog
            clientId={clientId}
            companionId={id}
            draftName={draftName}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
