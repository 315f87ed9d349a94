// Narrows the list to one client, who is found by typing.
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Combobox } from '../../parts/combobox.tsx'
import { bookingWords } from '../../words/bookings.ts'
import { useWords } from '../../words/language.tsx'

const SUGGESTED = 8

export function ClientFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const words = useWords(bookingWords)
  const [typed, setTyped] = useState('')
  const chosen = useRead('clients.read', { params: { id } }, { when: id !== '' })
  // What stands in the field is the client who is chosen already.
  const search = typed === chosen.data?.full_name ? '' : typed
  const found = useRead('clients.list', { query: { search, limit: SUGGESTED } }, { keepsPrevious: true })
  return (
    <Combobox
      label={words.client}
      placeholder={words.clientHint}
      items={found.data?.items ?? []}
      value={id === '' ? null : (chosen.data ?? null)}
      onChange={(client) => onChange(client?.id ?? '')}
      onType={setTyped}
      keyOf={(client) => client.id}
      textOf={(client) => client.full_name}
      isLoading={found.isPending}
    />
  )
}
