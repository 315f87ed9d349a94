// The name of a passkey: asked when it is created or renamed.
import schema from 'schema:passkeys.rename'
import { Button } from '../../parts/button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form, FormButtons } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { profileWords } from './profile-words.ts'

export interface NameFormProps {
  readonly name: string
  readonly verb: string
  readonly send: (name: string) => Promise<unknown>
}

export function NameForm({ name, verb, send }: NameFormProps) {
  const words = useWords(profileWords)
  const form = useApiForm({
    values: { name },
    schema,
    errorText: useAccountErrorText(),
    send: ({ name: typed = '' }) => send(typed),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input label={words.passkeyName} hint={words.passkeyHint} {...form.field('name')} />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {verb}
        </Button>
      </FormButtons>
    </Form>
  )
}
