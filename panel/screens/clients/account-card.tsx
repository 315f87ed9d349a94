// The balance and credit of a client, on the page of the client.
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { type Stat, Stats } from '../../parts/stat.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { accountWords } from './account-words.ts'

export function AccountCard({ id }: { id: string }) {
  return usePermission('invoices.read') && <Account id={id} />
}

function Account({ id }: { id: string }) {
  const words = useWords(accountWords)
  const balance = useRead('clients.balance', { params: { id } })
  return (
    <Card title={words.card} more={{ to: PATHS.clientAccount(id), name: words.see }}>
      <Loaded result={balance}>{(data) => <BalanceStats of={data} />}</Loaded>
    </Card>
  )
}

export function BalanceStats({ of }: { of: ResponseOf<'clients.balance'> }) {
  const words = useWords(accountWords)
  const formats = useFormats()
  const ends = of.credit_expires_on
  const stats: Stat[] = [
    { name: words.open, value: formats.money(of.open), hint: words.invoices(of.open_count) },
    { name: words.overdue, value: formats.money(of.overdue), hint: words.invoices(of.overdue_count) },
    {
      name: words.credit,
      value: formats.money(of.credit),
      ...(ends !== null && { hint: words.expires(formats.money(of.credit_expiring), formats.date(ends)) }),
    },
    ...(of.uncovered > 0
      ? [{ name: words.uncovered, value: formats.money(of.uncovered), hint: words.uncoveredHint }]
      : []),
    ...(of.overpaid > 0 ? [{ name: words.overpaid, value: formats.money(of.overpaid) }] : []),
  ]
  return <Stats stats={stats} />
}
