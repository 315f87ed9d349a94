// Creates an API key with a name, permissions and an expiry date.
import { useState } from 'react'
import { isPermission } from '../../../contract/permissions.ts'
import { useChange } from '../../api/use-change.ts'
import { useTeam } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Radio } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { CodeChoices } from './code-choices.tsx'
import css from './developer.module.css'
import { developerWords } from './words.ts'

const SCOPES = ['full', 'read', 'some'] as const

export function NewKey({ onCreated }: { onCreated: (secret: string) => void }) {
  const words = useWords(developerWords)
  const { data: team } = useTeam()
  const [chosen, setChosen] = useState<string[]>([])
  const { mutateAsync } = useChange('keys.create', {
    refreshes: ['keys'],
    onDone: ({ secret }) => onCreated(secret),
  })
  const permissions = chosen.filter(isPermission)
  const form = useApiForm({
    values: { name: '', scope: 'full', expires_at: '' },
    check: ({ scope }) => (scope === 'some' && permissions.length === 0 ? [['root', words.chooseSome]] : []),
    send: ({ name = '', scope, expires_at: day }) =>
      mutateAsync({
        body: {
          name,
          ...(scope === 'read' && { read_only: true }),
          ...(scope === 'some' && { permissions }),
          // The end of the day in Brasília time.
          ...(day && { expires_at: `${day}T23:59:59-03:00` }),
        },
      }),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input
        label={words.name}
        hint={words.nameHint}
        maxLength={100}
        {...form.register('name')}
        error={form.errorOf('name')}
      />
      <fieldset className={css.group}>
        <legend>{words.what}</legend>
        {SCOPES.map((scope) => (
          <Radio key={scope} label={words.scopes[scope]} value={scope} {...form.register('scope')} />
        ))}
      </fieldset>
      {form.watch('scope') === 'some' && (
        <CodeChoices codes={team?.permissions ?? []} chosen={chosen} onChange={setChosen} />
      )}
      <DateField
        label={words.expires}
        hint={words.expiresHint}
        isOptional
        about="future"
        {...form.day('expires_at')}
      />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy} disabled={form.watch('name').trim() === ''}>
          {words.create}
        </Button>
      </FormButtons>
    </Form>
  )
}
