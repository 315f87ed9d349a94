// The form of a pricing rule: its conditions and its charges.
import type { Pricing } from '../../../contract/pricing.ts'
import {
  type Cabin,
  draftOf,
  faultsOf,
  inputOf,
  type PassengerType,
  type RuleDraft,
  ruleOf,
} from '../../logic/rule-draft.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './pricing.module.css'
import { pricingWords } from './pricing-words.ts'
import { useSteepQuestion } from './steep-prices.tsx'
import { useSavePricing } from './use-save-pricing.ts'

const CABINS: readonly Cabin[] = ['economy', 'premium_economy', 'business', 'first']
const TYPES: readonly PassengerType[] = ['adult', 'child', 'infant_without_seat']

interface RuleDialogProps {
  readonly pricing: Pricing
  /** The length of the list means a new rule. */
  readonly at: number
  readonly onClose: () => void
}

export function RuleDialog({ pricing, at, onClose }: RuleDialogProps) {
  const words = useWords(pricingWords)
  const isNew = pricing.rules[at] === undefined
  return (
    <Dialog title={isNew ? words.newRule : words.editRule} kind="drawer" isOpen onClose={onClose}>
      <RuleForm pricing={pricing} at={at} onClose={onClose} />
    </Dialog>
  )
}

function RuleForm({ pricing, at, onClose }: RuleDialogProps) {
  const words = useWords(pricingWords)
  const parts = useWords(partWords)
  const { number } = useFormats()
  const { save } = useSavePricing(pricing)
  const known = pricing.rules[at]
  const faultTexts = {
    place: words.badCode,
    airline: words.badAirline,
    number: words.badNumber,
    nothing: words.emptyCharges,
  }
  const form = useApiForm<RuleDraft>({
    values: draftOf(known, number),
    check: (typed) => faultsOf(typed).map(([field, fault]) => [field, faultTexts[fault]]),
    send: async () => {
      const rule = { ...ruleOf(form.getValues()), ...(known && { id: known.id }) }
      const rules = [...pricing.rules.slice(0, at), rule, ...pricing.rules.slice(at + 1)]
      await save({ ...inputOf(pricing), rules }, words.saved)
      onClose()
    },
  })
  const { register, errorOf } = form
  const { onSubmit, question } = useSteepQuestion(form)
  return (
    <Form onSubmit={onSubmit} failure={form.failure}>
      {question}
      <Input
        label={words.ruleName}
        isOptional
        hint={words.ruleNameHint}
        maxLength={60}
        {...register('name')}
      />
      <fieldset className={css.group}>
        <legend>{words.when}</legend>
        <p className="quiet">{words.whenHint}</p>
        <FormPair>
          {(['origin', 'destination'] as const).map((name) => (
            <Input
              key={name}
              label={words[name]}
              isOptional
              isCode
              maxLength={3}
              autoCapitalize="characters"
              error={errorOf(name)}
              {...register(name)}
            />
          ))}
        </FormPair>
        <p className="quiet">{words.placeHint}</p>
        <Checkbox label={words.bothWays} {...register('both_ways')} />
        <Input
          label={words.airlines}
          isOptional
          isCode
          autoCapitalize="characters"
          hint={words.airlinesHint}
          error={errorOf('airlines')}
          {...register('airlines')}
        />
        <Choices
          legend={words.cabins}
          names={words.cabinNames}
          all={CABINS}
          chosen={form.watch('cabins')}
          onChange={(cabins) => form.setValue('cabins', cabins)}
        />
        <Choices
          legend={words.types}
          names={words.typeNames}
          all={TYPES}
          chosen={form.watch('passenger_types')}
          onChange={(types) => form.setValue('passenger_types', types)}
        />
        <ClientField
          value={form.watch('client_id')}
          onChange={(id) => form.setValue('client_id', id)}
          error={errorOf('client_id')}
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend>{words.charges}</legend>
        <p className="quiet">{words.chargesHint}</p>
        <FormPair>
          <Input
            label={words.markup}
            isOptional
            inputMode="decimal"
            isNumber
            after="%"
            error={errorOf('markup_percent')}
            {...register('markup_percent')}
          />
          <MoneyField
            label={words.fee}
            isOptional
            value={form.watch('fee_amount')}
            onChange={(amount) => form.setValue('fee_amount', amount)}
          />
        </FormPair>
      </fieldset>
      <FormButtons>
        <Button onClick={onClose}>{parts.cancel}</Button>
        <Button type="submit" kind="main" isBusy={form.isBusy}>
          {known === undefined ? words.add : parts.save}
        </Button>
      </FormButtons>
    </Form>
  )
}

interface ChoicesProps<T extends string> {
  readonly legend: string
  readonly names: Readonly<Record<T, string>>
  readonly all: readonly T[]
  readonly chosen: readonly T[]
  readonly onChange: (chosen: T[]) => void
}

function Choices<T extends string>({ legend, names, all, chosen, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {all.map((one) => (
        <Checkbox
          key={one}
          label={names[one]}
          checked={chosen.includes(one)}
          onChange={() => onChange(all.filter((other) => chosen.includes(other) !== (other === one)))}
        />
      ))}
    </fieldset>
  )
}
