// Sends a sample event to a receiver now, and shows its response.
import send from 'icon:send'
import { useState } from 'react'
import { EVENTS } from '../../../contract/events.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { Status } from '../../parts/status.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'
import type { Webhook } from './webhook-status.tsx'
import { developerWords } from './words.ts'

export function SampleToWebhook({ of }: { of: Webhook }) {
  const words = useWords(developerWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={send} onClick={() => setOpen(true)}>
        {words.sample}
      </Button>
      <Dialog title={words.sample} kind="wide" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Sample of={of} />
      </Dialog>
    </>
  )
}

function Sample({ of: { id, events } }: { of: Webhook }) {
  const words = useWords(developerWords)
  const types = events.includes('*') ? Object.keys(EVENTS) : events
  const test = useChange('webhooks.test')
  const form = useApiForm({
    values: { type: types[0] ?? '' },
    send: ({ type }) => test.mutateAsync({ params: { id }, body: { type } }),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p className="quiet">{words.sampleText}</p>
      <Select
        label={words.type}
        choices={types.map((value) => ({ value, label: value }))}
        {...form.register('type')}
      />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {words.sendNow}
        </Button>
      </FormButtons>
      {test.data && <TestResult of={test.data} />}
    </Form>
  )
}

function TestResult({ of }: { of: ResponseOf<'webhooks.test'> }) {
  const words = useWords(developerWords)
  const { delivered, status, duration_ms: ms, error, body, event } = of
  return (
    <div className={css.result} role="status">
      <p className={css.row}>
        <Status kind={delivered ? 'ok' : 'bad'}>{delivered ? words.accepted : words.refused}</Status>
        {status === null ? (error ?? words.noAnswer) : words.answered(String(status), String(ms))}
      </p>
      {body !== '' && (
        <>
          <h3>{words.body}</h3>
          <CodeBlock text={body} what={words.body} />
        </>
      )}
      <h3>{words.payload}</h3>
      <CodeBlock text={JSON.stringify(event, null, 2)} what={words.payload} />
    </div>
  )
}
