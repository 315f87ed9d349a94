// Receipts to confirm: invoices with a code to the agency's own Pix key, confirmed one by one or together.
import check from 'icon:circle-check'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { sumOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Day } from '../../parts/date-time.tsx'
import { Link } from '../../parts/link.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { ConfirmReceipt, useConfirmReceipts } from './confirm-receipt.tsx'
import css from './invoicing.module.css'
import { invoicingWords } from './words.ts'

type Receipt = Row<'receipts.list'>

/** As many as one request confirms. */
const PAGE = 100

export function Screen() {
  const words = useWords(invoicingWords)
  const list = useFilters([])
  const mayConfirm = usePermission('invoices.write')
  const result = useRead(
    'receipts.list',
    { query: { page: list.page, limit: PAGE } },
    { keepsPrevious: true },
  )
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const formats = useFormats()
  const { change } = useConfirmReceipts(() => setMarked(new Set()))
  const shown = result.data?.items ?? []
  const chosen = shown.filter(({ charge_id: id }) => marked.has(id))
  const amounts = chosen.map(({ amount }) => amount)
  const mark = (ids: readonly string[], isMarked: boolean) => {
    const rest = [...marked].filter((id) => !ids.includes(id))
    setMarked(new Set(isMarked ? [...rest, ...ids] : rest))
  }
  const columns: Column<Receipt>[] = [
    {
      name: 'client',
      head: words.client,
      cell: ({ charge_id: id, client }) =>
        mayConfirm ? (
          <Checkbox
            label={client.full_name}
            checked={marked.has(id)}
            onChange={({ target }) => mark([id], target.checked)}
          />
        ) : (
          client.full_name
        ),
      isWide: true,
      phone: 'title',
    },
    {
      name: 'number',
      head: words.number,
      cell: ({ invoice_id: id, invoice_number: number }) => <Link to={PATHS.invoice(id)}>{number}</Link>,
      phone: 'main',
    },
    {
      name: 'due',
      head: words.due,
      cell: ({ due_date: day }) => <Day of={day} kind="date" />,
      phone: 'state',
    },
    {
      name: 'identifier',
      head: words.identifier,
      cell: ({ identifier }) => <span className="code">{identifier}</span>,
      phone: 'more',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
    {
      name: 'confirm',
      head: words.confirmReceipt,
      cell: ({ charge_id: id, amount }) => <ConfirmReceipt chargeId={id} amount={amount} />,
      isEnd: true,
      phone: 'rest',
    },
  ]
  const isAll = shown.length > 0 && chosen.length === shown.length
  return (
    <>
      <PageHead title={words.receipts} sub={words.receiptsSub} />
      <ListCard
        title={words.receipts}
        result={result}
        columns={columns}
        keyOf={({ charge_id: id }) => id}
        list={list}
        none={{ title: words.noReceipts, text: words.noReceiptsText, icon: check }}
        action={
          mayConfirm &&
          shown.length > 0 && (
            <span className={css.marked}>
              <Checkbox
                label={words.markAll}
                checked={isAll}
                onChange={({ target }) =>
                  mark(
                    shown.map(({ charge_id: id }) => id),
                    target.checked,
                  )
                }
              />
              <ConfirmButton
                verb={words.confirmMarked(chosen.length)}
                title={words.confirmTitle}
                kind="main"
                isDanger={false}
                disabled={chosen.length === 0}
                change={change}
                request={{ body: { receipts: chosen.map(({ charge_id }) => ({ charge_id })) } }}
              >
                <p>
                  <b>{words.receiptsSum(chosen.length, formats.money(sumOf(amounts)))}</b>
                </p>
                <p>{words.confirmText}</p>
              </ConfirmButton>
            </span>
          )
        }
      />
    </>
  )
}
