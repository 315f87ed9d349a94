// Fills in a passenger from a client of the agency.
import users from 'icon:users'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Combobox } from '../../parts/combobox.tsx'
import { useDebounced } from '../../parts/use-debounced.ts'
import { useWords } from '../../words/language.tsx'
import { reserveWords } from './reserve-words.ts'
import type { PickedClient } from './travellers.ts'

interface ClientPickerProps {
  readonly client: PickedClient | null
  readonly onPick: (client: PickedClient | null) => void
}

const SUGGESTED = 8

export function ClientPicker({ client, onPick }: ClientPickerProps) {
  const words = useWords(reserveWords)
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed)
  const search = client !== null && text === client.full_name ? '' : text
  const { data, isFetching } = useRead(
    'clients.list',
    { query: { search, limit: SUGGESTED, is_active: true } },
    { keepsPrevious: true },
  )
  return (
    <Combobox
      label={words.fromClient}
      isOptional
      icon={users}
      placeholder={words.clientHint}
      items={data?.items ?? []}
      value={client}
      onChange={onPick}
      onType={setTyped}
      keyOf={({ id }) => id}
      textOf={({ full_name: name }) => name}
      isLoading={isFetching}
      row={({ full_name: name, email }) => (
        <span>
          {name}
          <small>{email}</small>
        </span>
      )}
    />
  )
}
