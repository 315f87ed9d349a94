// Invites a person: e-mail, role and language.

import userPlus from 'icon:user-plus'
import schema from 'schema:invitations.create'
import { useState } from 'react'
import type { Role } from '../../../contract/roles.ts'
import { useChange } from '../../api/use-change.ts'
import { useMailWorks } from '../../api/use-readiness.ts'
import { EmailField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
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
  const [link, setLink] = useState<string | null>(null)
  const doesMail = useMailWorks()
  const [role, setRole] = useState<Role>('agent')
  const invite = useChange('invitations.create', {
    refreshes: ['invitations'],
    onDone: ({ email, link: toHandOver }) => {
      setLink(toHandOver)
      if (toHandOver === null) onDone()
      toast({ text: toHandOver === null ? words.invited(email) : words.linkMade(email) })
    },
  })
  const form = useApiForm<{ email: string; language: 'pt-BR' | 'en' }>({
    values: { email: '', language: LOCALES[useLanguage()] },
    schema,
    toBody: (typed) => ({ ...typed, role }),
    errorText: useAccountErrorText(),
    send: (typed) => invite.mutateAsync({ body: { ...typed, role } }),
  })
  if (link !== null) return <InvitationLink of={link} onDone={onDone} />
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
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {doesMail ? words.sendInvite : words.makeLink}
        </Button>
      </FormButtons>
    </Form>
  )
}

/** The link to pass on by hand, if the installation sends no mail. */
export function InvitationLink({ of: link, onDone }: { of: string; onDone: () => void }) {
  const words = useWords(peopleWords)
  return (
    <>
      <p>{words.linkText}</p>
      <CodeBlock text={link} what={words.link} />
      <FormButtons>
        <ExternalLink href={`https://wa.me/?text=${encodeURIComponent(words.linkMessage(link))}`}>
          {words.linkByWhatsApp}
        </ExternalLink>
        <Button kind="main" onClick={onDone}>
          {words.linkKept}
        </Button>
      </FormButtons>
    </>
  )
}
