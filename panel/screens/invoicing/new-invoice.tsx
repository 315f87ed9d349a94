// The editor of an invoice, with the total that the server will reckon.
import { useNow } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'
import { InvoiceEditor } from './invoice-editor.tsx'

const DUE_MS = 7 * 24 * 60 * 60 * 1_000

export function Screen() {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const now = useNow()
  return (
    <>
      <PageHead title={words.newOne} back={{ to: PATHS.invoices, name: words.title }} />
      {now === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <InvoiceEditor today={formats.isoDay(now)} due={formats.isoDay(new Date(now.getTime() + DUE_MS))} />
      )}
    </>
  )
}
