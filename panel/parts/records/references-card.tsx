// The data that the agency's own programs store on an object; nothing if there is none.
import { useWords } from '../../words/language.tsx'
import { recordWords } from '../../words/records.ts'
import { Card } from '../card.tsx'
import { KeyValues } from '../key-values.tsx'
import { useClientView } from './client-view.ts'

interface ReferencesOf {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly external_reference: string | null
}

/** Hidden in client view, because it is for the agency alone. */
export function ReferencesCard({ of: { metadata, external_reference: reference } }: { of: ReferencesOf }) {
  const words = useWords(recordWords)
  const rows = Object.entries(metadata).map(([name, value]) => [name, textOf(value)] as const)
  const isEmpty = reference === null && rows.length === 0
  if (useClientView() || isEmpty) return null
  return (
    <Card title={words.references}>
      <KeyValues rows={[[words.externalReference, reference], ...rows]} />
    </Card>
  )
}

/** Bookings take values of any form. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
