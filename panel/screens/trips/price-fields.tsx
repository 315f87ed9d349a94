// Price, cost and currency of an item, with the BRL result; costs only with the permission.
import { usePermission } from '../../api/use-team.ts'
import { inBrl, parseRate } from '../../logic/exchange.ts'
import { amountOf, centsOf } from '../../logic/money.ts'
import { Card } from '../../parts/card.tsx'
import { Radio } from '../../parts/checkbox.tsx'
import { FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { Select } from '../../parts/select.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import type { ItemFormState } from './item-form.tsx'
import { itemWords } from './item-words.ts'
import css from './trips.module.css'
import { useSellers } from './use-sellers.ts'

const CURRENCIES = [
  'BRL',
  'USD',
  'EUR',
  'GBP',
  'ARS',
  'CLP',
  'UYU',
  'PYG',
  'COP',
  'PEN',
  'MXN',
  'CAD',
  'AUD',
] as const

export function PriceFields({ form, isNew }: { form: ItemFormState; isNew: boolean }) {
  const words = useWords(itemWords)
  const isHidden = useClientView()
  const seesCosts = usePermission('costs.read') && !isHidden
  const currency = form.watch('currency')
  const isForeign = currency !== 'BRL'
  const codes = CURRENCIES.some((one) => one === currency) ? CURRENCIES : [currency, ...CURRENCIES]
  return (
    <Card title={words.amounts}>
      <div className={css.fields}>
        <FormPair>
          <Select
            label={words.currency}
            choices={codes.map((code) => ({ value: code, label: words.currencies[code] ?? code }))}
            {...form.field('currency')}
          />
          {isForeign && (
            <Input
              label={words.rate(currency)}
              inputMode="decimal"
              isNumber
              before="R$"
              autoComplete="off"
              {...form.field('exchange_rate')}
            />
          )}
        </FormPair>
        <FormPair>
          <MoneyField
            label={words.price}
            currency={currency}
            value={form.watch('price_amount')}
            onChange={(amount) => form.setValue('price_amount', amount, { shouldDirty: true })}
            error={form.errorOf('price_amount')}
          />
          {seesCosts && (
            <MoneyField
              label={words.cost}
              hint={words.costHint}
              isOptional
              currency={currency}
              value={form.watch('cost_amount')}
              onChange={(amount) => form.setValue('cost_amount', amount, { shouldDirty: true })}
              error={form.errorOf('cost_amount')}
            />
          )}
        </FormPair>
        <Results form={form} seesCosts={seesCosts} />
        <fieldset className={css.choices}>
          <legend>{words.collectedBy}</legend>
          <Radio label={words.collectors.agency} value="agency" {...form.register('collected_by')} />
          <Radio
            label={words.collectors.supplier}
            hint={words.collectorHint}
            value="supplier"
            {...form.register('collected_by')}
          />
        </fieldset>
        <ItemSeller form={form} isNew={isNew} />
      </div>
    </Card>
  )
}

/** The amounts in BRL, as they count. */
function Results({ form, seesCosts }: { form: ItemFormState; seesCosts: boolean }) {
  const words = useWords(itemWords)
  const formats = useFormats()
  const [currency, typedRate, price, cost] = form.watch([
    'currency',
    'exchange_rate',
    'price_amount',
    'cost_amount',
  ])
  const isForeign = currency !== 'BRL'
  const rate = isForeign ? parseRate(typedRate) : '1'
  if (rate === undefined) return null
  const [priceBrl, costBrl] = [inBrl(price || '0', rate), inBrl(cost || '0', rate)]
  if (priceBrl === undefined || costBrl === undefined) return null
  const earned = amountOf((centsOf(priceBrl) ?? 0n) - (centsOf(costBrl) ?? 0n))
  const hasCost = seesCosts && cost !== ''
  if (!isForeign && !hasCost) return null
  return (
    <output className={css.result}>
      <KeyValues
        rows={[
          [words.priceBrl, isForeign && formats.money(priceBrl)],
          [words.costBrl, isForeign && hasCost && formats.money(costBrl)],
          [words.earnings, hasCost && formats.money(earned)],
        ]}
      />
    </output>
  )
}

function ItemSeller({ form, isNew }: { form: ItemFormState; isNew: boolean }) {
  const words = useWords(itemWords)
  const mayAssign = usePermission('trips.assign')
  const sellers = useSellers()
  if (!mayAssign || sellers.length < 2) return null
  return (
    <Select
      label={words.seller}
      none={isNew ? words.sellerOfTrip : words.noSeller}
      choices={sellers}
      {...form.field('seller_id')}
    />
  )
}
