// Adds a client without leaving a form; the rest of the record can be completed later.
import userPlus from 'icon:user-plus'
import schema from 'schema:clients.create'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { masked, maskPhone, phoneOf } from '../../logic/masks.ts'
import { useWords } from '../../words/language.tsx'
import { sendingWords } from '../../words/sending.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Form, FormButtons } from '../form.tsx'
import { Input } from '../input.tsx'
import { Select } from '../select.tsx'
import { toast } from '../toast.tsx'
import { useApiForm } from '../use-api-form.ts'
import { KnownClients, useKnownClients } from './known-clients.tsx'

interface NewClientProps {
  readonly onCreated: (id: string) => void
}

export function NewClient({ onCreated }: NewClientProps) {
  const words = useWords(sendingWords)
  const [isOpen, setOpen] = useState(false)
  if (!usePermission('clients.write')) return null
  return (
    <>
      <Button icon={userPlus} kind="text" onClick={() => setOpen(true)}>
        {words.newClient}
      </Button>
      {/* HTML forms cannot be nested. */}
      {createPortal(
        <Dialog title={words.newClient} isOpen={isOpen} onClose={() => setOpen(false)}>
          <Fields
            onCreated={(id) => {
              onCreated(id)
              setOpen(false)
            }}
          />
        </Dialog>,
        document.body,
      )}
    </>
  )
}

interface Values {
  client_type: 'individual' | 'company'
  full_name: string
  email: string
  phone: string | undefined
}

function Fields({ onCreated }: NewClientProps) {
  const words = useWords(sendingWords)
  const create = useChange('clients.create', {
    refreshes: ['clients'],
    onDone: ({ data }) => {
      toast({ text: words.created })
      onCreated(data.id)
    },
  })
  const bodyOf = ({ phone, ...rest }: Values) => ({
    ...rest,
    phone: phone === undefined ? null : (phoneOf(phone) ?? phone),
  })
  const form = useApiForm<Values>({
    values: { client_type: 'individual', full_name: '', email: '', phone: '' },
    schema,
    toBody: bodyOf,
    send: (values) => create.mutateAsync({ body: bodyOf(values) }),
  })
  const { known, submit } = useKnownClients(form, true)
  const choices = Object.entries(words.types).map(([value, label]) => ({ value, label }))
  return (
    <Form
      onSubmit={(event) => {
        // React would bubble the submit event to the outer form.
        event.stopPropagation()
        submit(event)
      }}
      failure={form.failure}
    >
      <Select label={words.type} choices={choices} {...form.register('client_type')} />
      <Input label={words.name} autoComplete="off" {...form.field('full_name')} />
      <Input label={words.email} type="email" autoComplete="off" {...form.field('email')} />
      <Input
        label={words.phone}
        type="tel"
        isOptional
        {...form.register('phone', { onChange: masked(maskPhone) })}
        error={form.errorOf('phone')}
      />
      <KnownClients of={known} verb={words.useKnown} onChoose={({ id }) => onCreated(id)} />
      <FormButtons>
        <Button type="submit" kind="main" isBusy={form.isBusy}>
          {known.length === 0 ? words.create : words.createAnyway}
        </Button>
      </FormButtons>
    </Form>
  )
}
