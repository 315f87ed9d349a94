// Unpaid charges of test mode, with buttons that pay them.
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { isPayableAtBank } from '../../logic/method-facts.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './developer.module.css'
import { sandboxWords } from './sandbox-words.ts'

interface Charge {
  readonly id: string
  readonly name: string
  readonly to: string
  readonly amount: string | number
  readonly isRecharge: boolean
}

export function Payer() {
  const words = useWords(sandboxWords)
  const recharges = useRead('recharges.list', { query: { status: 'pending', limit: 20 } })
  const invoices = useRead('invoices.list', { query: { status: 'sent', limit: 50 } })
  return (
    <Card title={words.payer} sub={words.payerText}>
      <div className={css.fields}>
        <h3>{words.recharges}</h3>
        <Loaded result={recharges}>
          {({ items }) => (
            <Charges
              none={words.noRecharges}
              caption={words.recharges}
              charges={items.map(({ id, amount, payment_method: method }) => ({
                id,
                name: words.methods[method],
                to: PATHS.recharge(id),
                amount,
                isRecharge: true,
              }))}
            />
          )}
        </Loaded>
        <h3>{words.invoices}</h3>
        <Loaded result={invoices}>
          {({ items }) => (
            <Charges
              none={words.noInvoices}
              caption={words.invoices}
              charges={items
                .filter(({ charges }) => charges.some(isPayableAtBank))
                .map(({ id, number, client, amount_due: amount }) => ({
                  id,
                  name: `${number ?? ''} ${client.full_name}`,
                  to: PATHS.invoice(id),
                  amount,
                  isRecharge: false,
                }))}
            />
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function Charges({ charges, none, caption }: { charges: readonly Charge[]; none: string; caption: string }) {
  const words = useWords(sandboxWords)
  const columns: Column<Charge>[] = [
    {
      name: 'what',
      head: words.what,
      cell: ({ to, name }) => <Link to={to}>{name}</Link>,
      isWide: true,
      phone: 'title',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} />,
      isEnd: true,
      phone: 'side',
    },
    { name: 'act', head: words.act, cell: (charge) => <Acts of={charge} />, isEnd: true, phone: 'rest' },
  ]
  if (charges.length === 0) return <p className="quiet">{none}</p>
  return <Table caption={caption} columns={columns} rows={charges} keyOf={({ id }) => id} />
}

function Acts({ of: { id, isRecharge } }: { of: Charge }) {
  const words = useWords(sandboxWords)
  const parts = useWords(partWords)
  const refreshes = ['recharges', 'invoices', 'wallet']
  const pay = useChange('testCharges.pay', { refreshes, onDone: () => toast({ text: words.paid }) })
  const fail = useChange('testCharges.fail', { refreshes, onDone: () => toast({ text: words.refused }) })
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const request = { params: { id } }
  if (!usePermission('sandbox.write')) return null
  return (
    <span className={css.acts}>
      {isRecharge && (
        <Button isSmall isBusy={fail.isPending} onClick={() => fail.mutate(request, { onError })}>
          {words.fail}
        </Button>
      )}
      <Button isSmall kind="main" isBusy={pay.isPending} onClick={() => pay.mutate(request, { onError })}>
        {words.pay}
      </Button>
    </span>
  )
}
