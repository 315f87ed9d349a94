// The editor of an invoice, with the total that the server will reckon.

import schema from 'schema:invoices.create'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../kit/paths.ts'
import { DateField } from '../../parts/date-field.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { toast } from '../../parts/toast.tsx'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { type Draft, EMPTY_DRAFT, invoiceBody } from './draft.ts'
import { DraftOrSend } from './draft-or-send.tsx'
import { EditorScreen } from './editor-screen.tsx'

export function Screen() {
  const words = useWords(invoicingWords)
  return (
    <EditorScreen title={words.newOne} back={{ to: PATHS.invoices, name: words.title }}>
      {(today, inAWeek) => <Editor today={today} due={inAWeek} />}
    </EditorScreen>
  )
}

function Editor({ today, due }: { today: string; due: string }) {
  const words = useWords(invoicingWords)
  const navigate = useNavigate()
  const { mutateAsync } = useChange('invoices.create', {
    refreshes: ['invoices'],
    onDone: ({ data, warnings }) => {
      toast({ text: [words.createdToast, ...warnings.map(({ issue }) => issue)].join('. ') })
      void navigate({ to: PATHS.invoice(data.id) })
    },
  })
  const form = useApiForm<Draft>({
    values: { ...EMPTY_DRAFT, issue_date: today, due_date: due },
    schema,
    asSent: invoiceBody,
    send: (draft) => mutateAsync({ body: invoiceBody(draft) }),
  })
  const { register, errorOf, watch } = form
  return (
    <DocumentEditor
      form={form}
      isPaid
      ends={<DraftOrSend form={form} draft={words.saveDraft} send={words.createSend} />}
    >
      <FormPair>
        <DateField label={words.issued} {...register('issue_date')} error={errorOf('issue_date')} />
        <DateField
          label={words.due}
          min={watch('issue_date')}
          {...register('due_date')}
          error={errorOf('due_date')}
        />
      </FormPair>
    </DocumentEditor>
  )
}
