// A client chosen among many. While the combobox loads, a field of the same size is shown.
import { lazy, Suspense } from 'react'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { Input } from '../input.tsx'
import type { ClientFieldProps } from './client-combobox.tsx'

const Suggesting = lazy(async () => ({ default: (await import('./client-combobox.tsx')).ClientCombobox }))

export function ClientField(props: ClientFieldProps) {
  const words = useWords(partWords)
  return (
    <Suspense fallback={<Input label={words.client} disabled placeholder={words.findClient} />}>
      <Suggesting {...props} />
    </Suspense>
  )
}
