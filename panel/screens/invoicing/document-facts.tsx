// Facts about a document, beginning with its client.
import type { ResponseOf } from '../../api/operations.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { Link } from '../../parts/link.tsx'
import { ReferencesCard } from '../../parts/records/references-card.tsx'
import { useWords } from '../../words/language.tsx'
import { invoicingWords } from './words.ts'

export interface DocumentFactsProps {
  readonly of: Pick<ResponseOf<'invoices.read'>, 'client_id' | 'client' | 'metadata' | 'external_reference'>
  readonly rows: readonly KeyValue[]
}

export function DocumentFacts({ of, rows }: DocumentFactsProps) {
  const words = useWords(invoicingWords)
  const whom = <Link to={PATHS.client(of.client_id)}>{of.client.full_name}</Link>
  return (
    <>
      <Card title={words.details}>
        <KeyValues rows={[[words.client, whom], ...rows]} />
      </Card>
      <ReferencesCard of={of} />
    </>
  )
}
