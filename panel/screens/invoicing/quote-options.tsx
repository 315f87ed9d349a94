// The options of a quote, the chosen one, and a button that records a response given by telephone.
import { useState } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton, type Mutation } from '../../parts/confirm-button.tsx'
import { Select } from '../../parts/select.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { quotesWords } from './quotes-words.ts'

type Quote = ResponseOf<'quotes.read'>
type Option = Quote['options'][number]

export function QuoteOptions({ of: { options, chosen_option_id: chosen } }: { of: Quote }) {
  const words = useWords(quotesWords)
  if (options.length < 2) return null
  const columns: Column<Option>[] = [
    {
      name: 'option',
      head: words.optionHead,
      cell: (option) => (
        <>
          {nameOf(option, options, words)}
          {option.id === chosen && <b> · {words.chosen}</b>}
        </>
      ),
      isWide: true,
      phone: 'title',
    },
    {
      name: 'total',
      head: words.optionTotal,
      cell: ({ total }) => <Amount of={total} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
  return (
    <Card title={words.options}>
      <Table caption={words.options} columns={columns} rows={options} keyOf={({ id }) => id} />
    </Card>
  )
}

interface Accepting {
  readonly params: { id: string }
  readonly body: { status: 'accepted'; chosen_option_id?: string }
}

export function AcceptQuote({ of, change }: { of: Quote; change: Mutation<Accepting> }) {
  const words = useWords(quotesWords)
  const formats = useFormats()
  const [chosen, choose] = useState(of.options[0]?.id ?? '')
  const isChoice = of.options.length > 1
  const body = { status: 'accepted' as const, ...(isChoice && { chosen_option_id: chosen }) }
  const choices = of.options.map((option) => ({
    value: option.id,
    label: `${nameOf(option, of.options, words)} · ${formats.money(option.total)}`,
  }))
  const request = { params: { id: of.id }, body }
  return (
    <ConfirmButton
      verb={words.accept}
      title={words.acceptTitle}
      isDanger={false}
      change={change}
      request={request}
    >
      <p>{words.acceptText}</p>
      {isChoice && (
        <Select
          label={words.options}
          choices={choices}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        />
      )}
    </ConfirmButton>
  )
}

function nameOf(option: Option, options: readonly Option[], words: (typeof quotesWords)['pt']): string {
  const about = option.title ?? option.items[0]?.description.split('\n', 1)[0] ?? ''
  return `${words.option(options.indexOf(option) + 1)}: ${about}`
}
