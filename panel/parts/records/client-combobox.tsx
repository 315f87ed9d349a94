// A client chosen by typing; the value is the id. It is a chunk of its own, because the combobox is large.
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { Combobox } from '../combobox.tsx'

export interface ClientFieldProps {
  /** '' if none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: string | undefined
  readonly hint?: string
  readonly isOptional?: boolean
}

export function ClientCombobox({ value, onChange, ...field }: ClientFieldProps) {
  const words = useWords(partWords)
  const [typed, setTyped] = useState('')
  const { data: chosen } = useRead('clients.read', { params: { id: value } }, { isEnabled: value !== '' })
  const isName = typed === chosen?.full_name
  const query = { search: isName ? undefined : typed, is_active: true, limit: 8 }
  const found = useRead('clients.list', { query }, { keepsPrevious: true })
  return (
    <Combobox
      label={words.client}
      placeholder={words.findClient}
      items={found.data?.items ?? []}
      isLoading={found.isFetching}
      value={value === '' ? null : (chosen ?? null)}
      onChange={(client) => onChange(client?.id ?? '')}
      onType={setTyped}
      keyOf={({ id }) => id}
      textOf={({ full_name: name }) => name}
      row={({ full_name: name, email }) => (
        <span>
          {name} <small className="quiet">{email}</small>
        </span>
      )}
      {...field}
    />
  )
}
