// A price calculator for a trip with the saved rules; the API computes the result.
import calculator from 'icon:calculator'
import type { PricingPreview } from '../../../contract/pricing.ts'
import { useChange } from '../../api/use-change.ts'
import { codeOf } from '../../logic/rule-draft.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { Select } from '../../parts/select.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './pricing.module.css'
import { pricingWords } from './pricing-words.ts'

const TYPES = { adults: 'adult', children: 'child', infants: 'infant_without_seat' } as const
const COUNTS = ['adults', 'children', 'infants'] as const
const VALUES = {
  base_cost_brl: '1000.00',
  origin: 'GRU',
  destination: 'REC',
  airline: 'LA',
  cabin: 'economy' as const,
  adults: '1',
  children: '0',
  infants: '0',
  client_id: '',
}
type Typed = { -readonly [Name in keyof typeof VALUES]: string }

export function Calculator() {
  const words = useWords(pricingWords)
  const preview = useChange('pricing.preview')
  const form = useApiForm<Typed>({
    values: VALUES,
    check: ({ origin, destination, airline }) => {
      const places = Object.entries({ origin, destination }).filter(([, code]) => !isPlace(codeOf(code)))
      const isAirline = /^[A-Z0-9]{2}$/.test(codeOf(airline))
      return [
        ...places.map(([name]) => [name, words.badCode] as const),
        ...(isAirline ? [] : [['airline', words.badAirline] as const]),
      ]
    },
    send: async ({ base_cost_brl: base = '', origin = '', destination = '', airline = '', ...rest }) => {
      const counts = COUNTS.map((name) => ({ type: TYPES[name], count: Number(rest[name] ?? 0) }))
      const body = {
        base_cost_brl: base,
        origin: codeOf(origin),
        destination: codeOf(destination),
        airline: codeOf(airline),
        cabin: rest.cabin,
        passengers: counts.filter(({ count }) => count > 0),
        client_id: rest.client_id ?? null,
      }
      await preview.mutateAsync({ body: Object(body) })
    },
  })
  const { register, errorOf } = form
  const cabins = Object.entries(words.cabinNames).map(([value, label]) => ({ value, label }))
  return (
    <Card title={words.calculator} sub={words.calculatorSub}>
      <div className={css.calculator}>
        <Form onSubmit={form.submit} failure={form.failure}>
          <FormPair>
            <MoneyField
              label={words.base}
              error={errorOf('base_cost_brl')}
              value={form.watch('base_cost_brl')}
              onChange={(amount) => form.setValue('base_cost_brl', amount)}
            />
            <Select label={words.cabin} choices={cabins} {...register('cabin')} />
          </FormPair>
          <div className={css.three}>
            {(['origin', 'destination', 'airline'] as const).map((name) => (
              <Input
                key={name}
                label={words[name]}
                isCode
                maxLength={3}
                autoCapitalize="characters"
                error={errorOf(name)}
                {...register(name)}
              />
            ))}
          </div>
          <div className={css.three}>
            {COUNTS.map((name) => (
              <Input
                key={name}
                label={words[name]}
                type="number"
                min={name === 'adults' ? 1 : 0}
                max={9}
                isNumber
                {...register(name)}
              />
            ))}
          </div>
          <ClientField
            value={form.watch('client_id')}
            onChange={(id) => form.setValue('client_id', id)}
            error={errorOf('client_id')}
          />
          <FormButtons>
            <Button type="submit" icon={calculator} isBusy={form.isBusy}>
              {words.calculate}
            </Button>
          </FormButtons>
        </Form>
        <div className={css.sum} aria-live="polite">
          {preview.data && <Sum of={preview.data} />}
        </div>
      </div>
    </Card>
  )
}

function Sum({ of }: { of: PricingPreview }) {
  const words = useWords(pricingWords)
  const { number } = useFormats()
  const { pricing } = of
  const by =
    pricing.parts !== undefined
      ? words.bySeveral
      : pricing.rule_id === null
        ? words.byUsual
        : words.byRule(pricing.rule_name ?? pricing.rule_id)
  return (
    <>
      <p className={css.by}>{by}</p>
      <KeyValues
        rows={[
          [words.base, <Amount key="base" of={of.base_cost_brl} />],
          [
            `${words.markupAmount} (${number(of.agency_markup_percent)}%)`,
            <Amount key="markup" of={of.agency_markup_amount} />,
          ],
          [words.feeAmount, <Amount key="fee" of={of.agency_fee_amount} />],
          ...(pricing.parts ?? []).map(
            ({ passengers, rule_id, rule_name, markup_amount }) =>
              [
                `${words.share(passengers)}: ${rule_name ?? rule_id ?? words.defaultIds}`,
                <Amount key={rule_id} of={markup_amount} />,
              ] as const,
          ),
          [words.commission, <Amount key="commission" of={of.total_agency_commission} isStrong />],
          [words.clientPays, <Amount key="client" of={of.client_amount} isStrong />],
        ]}
      />
    </>
  )
}

function isPlace(code: string): boolean {
  return /^[A-Z]{2,3}$/.test(code)
}
