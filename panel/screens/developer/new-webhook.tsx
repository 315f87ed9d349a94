// Registers a webhook: its URL and its event types.
import { useState } from 'react'
import { EVENTS } from '../../../contract/events.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { CodeChoices } from './code-choices.tsx'
import { developerWords } from './words.ts'

export function NewWebhook({ onCreated }: { onCreated: (secret: string) => void }) {
  const words = useWords(developerWords)
  const [chosen, setChosen] = useState<string[]>([])
  const [isAll, setAll] = useState(true)
  const { mutateAsync } = useChange('webhooks.create', {
    refreshes: ['webhooks'],
    onDone: ({ secret }) => onCreated(secret),
  })
  const form = useApiForm({
    values: { url: '', description: '' },
    // An empty description is left out.
    send: (typed) => mutateAsync({ body: { ...typed, events: isAll ? ['*'] : chosen } }),
  })
  const isReady = form.watch('url').trim() !== '' && (isAll || chosen.length > 0)
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input
        label={words.url}
        hint={words.urlHint}
        type="url"
        isCode
        placeholder="https://"
        {...form.register('url')}
        error={form.errorOf('url')}
      />
      <Input
        label={words.description}
        hint={words.descriptionHint}
        {...form.register('description')}
        error={form.errorOf('description')}
      />
      <Checkbox
        label={words.everyEvent}
        checked={isAll}
        hint={isAll ? undefined : words.chooseEvents}
        onChange={({ target }) => setAll(target.checked)}
      />
      {!isAll && <CodeChoices codes={Object.keys(EVENTS)} chosen={chosen} onChange={setChosen} />}
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy} disabled={!isReady}>
          {words.createWebhook}
        </Button>
      </FormButtons>
    </Form>
  )
}
