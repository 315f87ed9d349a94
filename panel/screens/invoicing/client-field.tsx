// A client, chosen among many: until the suggestions are loaded, a field of the same size stands there.
import { lazy, Suspense } from 'react'
import { Input } from '../../parts/input.tsx'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'

export interface ClientFieldProps {
  /** '' for none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: string | undefined
}

const Suggesting = lazy(async () => ({ default: (await import('./client-combobox.tsx')).ClientCombobox }))

export function ClientField(props: ClientFieldProps) {
  const words = useWords(invoicingWords)
  return (
    <Suspense fallback={<Input label={words.client} disabled placeholder={words.findClient} />}>
      <Suggesting {...props} />
    </Suspense>
  )
}
