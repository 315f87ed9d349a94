// Filters the list by client with a native datalist, which needs no library.
import { useId, useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { Input } from '../../parts/input.tsx'
import { useWords } from '../../words/language.tsx'
import { bookingWords } from './words.ts'

const SUGGESTED = 8

export function ClientFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const words = useWords(bookingWords)
  const list = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useRead('clients.read', { params: { id } }, { isEnabled: id !== '' })
  const query = { search: typed ?? '', limit: SUGGESTED }
  const found = useRead('clients.list', { query }, { keepsPrevious: true, isEnabled: typed !== null })
  const clients = found.data?.items ?? []
  const name = id !== '' && chosen.data !== undefined ? textOf(chosen.data) : ''
  const type = (text: string) => {
    const client = clients.find((one) => textOf(one) === text)
    setTyped(client === undefined && text !== '' ? text : null)
    if (client !== undefined || text === '') onChange(client?.id ?? '')
  }
  return (
    <>
      <Input
        label={words.client}
        placeholder={words.clientHint}
        list={list}
        autoComplete="off"
        value={typed ?? name}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(null)}
      />
      <datalist id={list}>
        {clients.map((client) => (
          <option key={client.id} value={textOf(client)} />
        ))}
      </datalist>
    </>
  )
}

/** The e-mail distinguishes clients with the same name. */
function textOf({ full_name: name, email }: Pick<Row<'clients.list'>, 'full_name' | 'email'>): string {
  return `${name}, ${email}`
}
