// Invites a person: where the mail goes, as what they come, and in which language it is written.

import userPlus from 'icon:user-plus'
import schema from 'schema:invitations.create'
import { useState } from 'react'
import type { Role } from '../../../contract/roles.ts'
import { useChange } from '../../api/use-change.ts'
import { useMailWorks } from '../../api/use-mail-works.ts'
import { useTeam } from '../../api/use-team.ts'
import { EmailField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form, FormEnds } from '../../parts/form-box.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountFailures } from '../../parts/use-account-failures.ts'
import { accountWords } from '../../words/account.ts'
import { LOCALES } from '../../words/chosen-language.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { RoleChoice } from './role-choice.tsx'
import { peopleWords } from './words.ts'

export function Invite() {
  const words = useWords(peopleWords)
  return (
    <DialogButton verb={words.invite} kind="main" icon={userPlus}>
      {(close) => <InviteForm onDone={close} />}
    </DialogButton>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const words = useWords(peopleWords)
  const { languages } = useWords(accountWords)
  const { data: team } = useTeam()
  const doesMail = useMailWorks()
  const [role, setRole] = useState<Role>('agent')
  const invite = useChange('invitations.create', {
    refreshes: ['invitations'],
    onDone: ({ email }) => toast({ text: words.invited(email) }),
  })
  const form = useApiForm<{ email: string; language: 'pt-BR' | 'en' }>({
    values: { email: '', language: LOCALES[useLanguage()] },
    schema,
    asSent: (typed) => ({ ...typed, role }),
    says: useAccountFailures(),
    send: (typed) => invite.mutateAsync({ body: { ...typed, role } }).then(onDone),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p>{doesMail ? words.inviteText : words.inviteUnsentText}</p>
      <EmailField autoComplete="off" {...form.field('email')} />
      <RoleChoice value={role} onChange={setRole} />
      <Select
        label={words.language}
        choices={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        {...form.field('language')}
      />
      {!doesMail && (
        <CodeBlock text={commandFor(team?.id ?? '', form.watch('email'), role)} what={words.invite} />
      )}
      <FormEnds>
        <Button kind="main" type="submit" disabled={!doesMail} isBusy={form.isBusy}>
          {words.sendInvite}
        </Button>
      </FormEnds>
    </Form>
  )
}

/** Shows the link to whoever runs it, who hands it over. */
function commandFor(team: string, email: string, role: Role): string {
  return `npx embarque people invite --team ${team} --email ${email || '…'} --role ${role}`
}
