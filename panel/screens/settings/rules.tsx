// The pricing rules in order, of which the first match applies: move, edit, and delete with undo.
import arrowDown from 'icon:arrow-down'
import arrowUp from 'icon:arrow-up'
import listIcon from 'icon:list-ordered'
import pencil from 'icon:pencil'
import plus from 'icon:plus'
import trash from 'icon:trash-2'
import { lazy, Suspense, useState } from 'react'
import type { Pricing, PricingRule } from '../../../contract/pricing.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { inputOf, moved } from '../../logic/rule-draft.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './pricing.module.css'
import { pricingWords } from './pricing-words.ts'
import { useSavePricing } from './use-save-pricing.ts'

const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }))

export function Rules({ pricing }: { pricing: Pricing }) {
  const words = useWords(pricingWords)
  const mayManage = usePermission('team.manage')
  const [edited, setEdited] = useState<number | null>(null)
  const { saveWithToast, isBusy } = useSavePricing(pricing)
  const { rules } = pricing
  const change = (next: readonly PricingRule[], said: string) =>
    saveWithToast({ ...inputOf(pricing), rules: [...next] }, said)
  const create = mayManage && (
    <Button icon={plus} onClick={() => setEdited(rules.length)}>
      {words.newRule}
    </Button>
  )
  return (
    <Card title={words.rules} sub={words.rulesSub} action={rules.length > 0 && create}>
      {rules.length === 0 && (
        <EmptyState title={words.noRules} text={words.noRulesText} icon={listIcon}>
          {create}
        </EmptyState>
      )}
      <ol className={css.rules}>
        {rules.map((rule, at) => {
          const name = rule.name ?? words.unnamed(at + 1)
          return (
            <li key={rule.id}>
              <span className={css.place}>{at + 1}</span>
              <div className={css.rule}>
                <h3>{name}</h3>
                <Conditions of={rule} />
                <Charges of={rule} />
              </div>
              {mayManage && (
                <div className={css.acts}>
                  <Button
                    kind="bare"
                    icon={arrowUp}
                    aria-label={words.up(name)}
                    disabled={isBusy || at === 0}
                    onClick={() => change(moved(rules, at, at - 1), words.moved)}
                  />
                  <Button
                    kind="bare"
                    icon={arrowDown}
                    aria-label={words.down(name)}
                    disabled={isBusy || at === rules.length - 1}
                    onClick={() => change(moved(rules, at, at + 1), words.moved)}
                  />
                  <Button
                    kind="bare"
                    icon={pencil}
                    aria-label={words.edit(name)}
                    onClick={() => setEdited(at)}
                  />
                  <Button
                    kind="bare"
                    icon={trash}
                    aria-label={words.remove(name)}
                    disabled={isBusy}
                    onClick={() => change(rules.toSpliced(at, 1), words.removed)}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {edited !== null && (
        <Suspense>
          <RuleDialog pricing={pricing} at={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Card>
  )
}

function Conditions({ of }: { of: PricingRule }) {
  const words = useWords(pricingWords)
  const { route, airlines, cabins, passenger_types: types, client_id: clientId } = of
  const { data: client } = useRead(
    'clients.read',
    { params: { id: clientId ?? '' } },
    { isEnabled: clientId !== null },
  )
  const said = [
    route &&
      words.route(route.origin ?? words.anywhere, route.destination ?? words.anywhere, route.both_ways),
    airlines?.join(', '),
    cabins?.map((cabin) => words.cabinNames[cabin]).join(', '),
    types?.map((type) => words.typeNames[type]).join(', '),
    clientId === null ? null : (client?.full_name ?? clientId),
  ].filter((part) => part !== null && part !== undefined)
  return <p>{said.length === 0 ? words.anyTrip : said.join(' · ')}</p>
}

function Charges({ of }: { of: PricingRule }) {
  const words = useWords(pricingWords)
  const { number, money } = useFormats()
  const { markup_percent: percent, fee_amount: fee, passenger_types: types } = of
  const markup = percent === null ? words.usualMarkup : words.markupOf(number(percent))
  const fixed = fee === null ? words.usualFee : words.feeOf(money(fee))
  return (
    <p className={css.charges}>
      {markup} + {fixed}
      {types !== null && fee !== null && ` ${words.perPassenger}`}
    </p>
  )
}
