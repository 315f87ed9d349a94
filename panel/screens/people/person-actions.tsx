// Actions for a member of the team: change the role or remove the access. The last owner is protected.
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Button } from '../../parts/button.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form, FormEnds } from '../../parts/form-box.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountFailures } from '../../parts/use-account-failures.ts'
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
    says: useAccountFailures(),
    send: () => change.mutateAsync({ params: { id }, body: { role } }).then(onDone),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p>{words.changeRoleText}</p>
      <RoleChoice value={role} onChange={setRole} />
      <FormEnds>
        <Button kind="main" type="submit" disabled={role === current} isBusy={form.isBusy}>
          {words.saveRole}
        </Button>
      </FormEnds>
    </Form>
  )
}

function Remove({ of: { id, name } }: { of: Person }) {
  const words = useWords(peopleWords)
  const says = useAccountFailures()
  const remove = useChange('people.remove', {
    refreshes: ['people', 'invitations', 'team'],
    onDone: () => toast({ text: words.removed(name) }),
    says,
  })
  return (
    <AskFirst
      verb={words.remove}
      title={words.removeTitle(name)}
      isSmall
      change={remove}
      asked={{ params: { id } }}
    >
      <p>{words.removeText}</p>
    </AskFirst>
  )
}
