// The identity providers linked to the account, with buttons to unlink them.
import globe from 'icon:globe'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { providerName } from '../../logic/provider-name.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { useGuarded } from './own-account.tsx'
import { profileWords } from './profile-words.ts'

type Identity = ResponseOf<'identities.list'>[number]

/** Hidden if the installation offers no provider and the account has none. */
export function IdentitiesCard() {
  const words = useWords(profileWords)
  const { data: identities = [] } = useRead('identities.list', {})
  const { data: ways } = useRead('signIn.ways', {})
  const offered = ways?.providers.map(({ name }) => providerName(name)).join(', ') ?? ''
  if (identities.length === 0 && offered === '') return null
  return (
    <Card title={words.identities} sub={words.identitiesSub}>
      {identities.length === 0 ? (
        <EmptyState title={words.noIdentities} text={words.noIdentitiesText(offered)} icon={globe} />
      ) : (
        <AccountLines>
          {identities.map((identity) => (
            <IdentityLine key={identity.id} of={identity} />
          ))}
        </AccountLines>
      )}
    </Card>
  )
}

function IdentityLine({ of }: { of: Identity }) {
  const words = useWords(profileWords)
  const name = of.provider === null ? new URL(of.issuer).hostname : providerName(of.provider)
  const unlink = useChange('identities.unlink', {
    refreshes: ['identities'],
    onDone: () => toast({ text: words.identityRemoved }),
    errorText: useAccountErrorText(),
  })
  const when = (
    <>
      {words.created} <DateTime at={of.created_at} /> · {words.lastUsed} <DateTime at={of.last_used_at} />
    </>
  )
  return (
    <AccountLine name={name} value={when}>
      <ConfirmButton
        verb={words.remove}
        title={words.removePasskey(name)}
        isSmall
        change={useGuarded(unlink)}
        request={{ params: { id: of.id } }}
      >
        <p>{words.removeIdentityText}</p>
      </ConfirmButton>
    </AccountLine>
  )
}
