// The editor of a quote.

import schema from 'schema:quotes.create'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../kit/paths.ts'
import { DateField } from '../../parts/date-field.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { toast } from '../../parts/toast.tsx'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'
import { quotesWords } from '../../words/quotes.ts'
import { DocumentEditor } from './document-editor.tsx'
import { type Draft, EMPTY_DRAFT, quoteBody } from './draft.ts'
import { DraftOrSend } from './draft-or-send.tsx'
import { EditorScreen } from './editor-screen.tsx'

export function Screen() {
  const words = useWords(quotesWords)
  return (
    <EditorScreen title={words.newOne} back={{ to: PATHS.quotes, name: words.title }}>
      {(today, inAWeek) => <Editor values={{ ...EMPTY_DRAFT, issue_date: today, valid_until: inAWeek }} />}
    </EditorScreen>
  )
}

function Editor({ values }: { values: Draft }) {
  const words = useWords(quotesWords)
  const issued = useWords(invoicingWords).issued
  const navigate = useNavigate()
  const create = useChange('quotes.create', {
    refreshes: ['quotes'],
    onDone: ({ id }) => {
      toast({ text: words.created })
      void navigate({ to: PATHS.quote(id) })
    },
  })
  const send = (draft: Draft) => create.mutateAsync({ body: quoteBody(draft) })
  const form = useApiForm<Draft>({ values, schema, asSent: quoteBody, send })
  return (
    <DocumentEditor
      form={form}
      isPaid={false}
      ends={<DraftOrSend form={form} draft={words.saveDraft} send={words.createSend} />}
    >
      <FormPair>
        <DateField label={issued} {...form.register('issue_date')} error={form.errorOf('issue_date')} />
        <DateField
          label={words.valid}
          hint={words.validHint}
          isOptional
          {...form.register('valid_until')}
          error={form.errorOf('valid_until')}
        />
      </FormPair>
    </DocumentEditor>
  )
}
