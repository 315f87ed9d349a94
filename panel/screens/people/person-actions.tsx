// Actions for a member of the team: change the role or remove the access. The last owner is protected.
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './people.module.css'
import { RoleChoice } from './role-choice.tsx'
import { peopleWords } from './words.ts'

type Person = Row<'people.list'>

export function PersonActions({ of: person, isLastOwner }: { of: Person; isLastOwner: boolean }) {
  const words = useWords(peopleWords)
  if (isLastOwner) return <p className={css.reason}>{words.lastOwner}</p>
  return (
    <span className={css.endActs}>
      <DialogButton verb={words.changeRole} title={words.changeRoleOf(person.name)} isSmall>
        {(close) => <RoleForm of={person} onDone={close} />}
      </DialogButton>
      <Remove of={person} />
    </span>
  )
}

function RoleForm({ of: { id, name, role: current }, onDone }: { of: Person; onDone: () => void }) {
  const words = useWords(peopleWords)
  const { roles } = useWords(frameWords)
  const [role, setRole] = useState(current)
  const change = useChange('people.update', {
    // The changed member can be the signed-in user.
    refreshes: ['people', 'team', 'profile'],
    onDone: (changed) =>
      toast({
        text: words.roleChanged(name, roles[changed.role]),
        ...(changed.role !== current && {
          onUndo: () => change.mutate({ params: { id }, body: { role: current } }),
        }),
      }),
  })
  const form = useApiForm({
    values: {},
    errorText: useAccountErrorText(),
    send: () => change.mutateAsync({ params: { id }, body: { role } }).then(onDone),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p>{words.changeRoleText}</p>
      <RoleChoice value={role} onChange={setRole} />
      <FormButtons>
        <Button kind="main" type="submit" disabled={role === current} isBusy={form.isBusy}>
          {words.saveRole}
        </Button>
      </FormButtons>
    </Form>
  )
}

function Remove({ of: { id, name } }: { of: Person }) {
  const words = useWords(peopleWords)
  const errorText = useAccountErrorText()
  const remove = useChange('people.remove', {
    refreshes: ['people', 'invitations', 'team'],
    onDone: () => toast({ text: words.removed(name) }),
    errorText,
  })
  return (
    <ConfirmButton
      verb={words.remove}
      title={words.removeTitle(name)}
      isSmall
      change={remove}
      request={{ params: { id } }}
    >
      <p>{words.removeText}</p>
    </ConfirmButton>
  )
}
