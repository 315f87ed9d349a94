// Clients who are there already with the same CPF, CNPJ or e-mail: shown before another one is added.
import { type FormEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Client } from '../../../contract/clients.ts'
import { callAll } from '../../api/call.ts'
import { type ClientKeys, isSameClient, keysIn } from '../../logic/client-keys.ts'
import { maskTaxId } from '../../logic/masks.ts'
import { useWords } from '../../words/language.tsx'
import { sendingWords } from '../../words/sending.ts'
import { Button } from '../button.tsx'
import css from '../form-notices.module.css'
import type { useApiForm } from '../use-api-form.ts'

interface Found {
  /** What was looked for: with other keys it is looked for again. */
  readonly keys: string
  readonly clients: readonly Client[]
}

/** `submit` of a form for a new client: shows who is there already, and sends what is submitted a second time. */
export function useKnownClients<V extends FieldValues & ClientKeys>(
  form: ReturnType<typeof useApiForm<V>>,
  isNew: boolean,
) {
  const [found, setFound] = useState<Found>({ keys: '', clients: [] })
  const keys = keysIn(form.watch())
  const isShown = found.keys === keys.join(' ')
  const look = async () => {
    const clients = isShown ? [] : await clientsWith(keys)
    if (clients.length > 0) setFound({ keys: keys.join(' '), clients })
    else await form.submit()
  }
  return {
    known: isShown ? found.clients : [],
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (isNew) form.ifFit(look)
      else void form.submit(event)
    },
  }
}

const SHOWN_MAX = 5

/**
 * The search also finds longer addresses that contain the typed one, so the first page may lack the client itself.
 * Empty for users who may not read clients.
 */
async function clientsWith(keys: readonly string[]): Promise<Client[]> {
  const same = (clients: readonly Client[]) => clients.filter((client) => isSameClient(client, keys))
  const isEnough = (clients: readonly Client[]) => same(clients).length >= SHOWN_MAX
  const lists = await Promise.all(
    keys.map((search) => callAll('clients.list', { query: { search } }, { isEnough })),
  ).catch(() => [])
  const shown = lists.flatMap((clients) => same(clients).slice(0, SHOWN_MAX))
  return [...new Map(shown.map((client) => [client.id, client])).values()]
}

interface KnownClientsProps {
  readonly of: readonly Client[]
  /** «Abrir», «Usar este cliente». */
  readonly verb: string
  readonly onChoose: (client: Client) => void
}

export function KnownClients({ of, verb, onChoose }: KnownClientsProps) {
  const words = useWords(sendingWords)
  if (of.length === 0) return null
  return (
    <div role="alert">
      <p>
        <strong>{words.known(of.length)}</strong>
      </p>
      {of.map((client) => {
        const { id, full_name: name, email, cpf, cnpj } = client
        const taxId = cpf ?? cnpj
        return (
          <div key={id} className={css.restored}>
            <p>
              {name}
              <br />
              <small>{[email, taxId && maskTaxId(taxId)].filter(Boolean).join(' · ')}</small>
            </p>
            <Button isSmall aria-label={`${verb}: ${name}`} onClick={() => onChoose(client)}>
              {verb}
            </Button>
          </div>
        )
      })}
    </div>
  )
}
