// Revokes a key at once and permanently.
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { developerWords } from './words.ts'

export function RevokeKey({ of: { id, name } }: { of: Row<'keys.list'> }) {
  const words = useWords(developerWords)
  const revoke = useChange('keys.revoke', {
    refreshes: ['keys'],
    onDone: () => toast({ text: words.revokedToast }),
  })
  return (
    <ConfirmButton
      verb={words.revoke}
      title={words.revokeTitle(name)}
      isSmall
      change={revoke}
      request={{ params: { id } }}
    >
      <p>{words.revokeText}</p>
    </ConfirmButton>
  )
}
