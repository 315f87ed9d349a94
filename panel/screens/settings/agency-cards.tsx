// The usual ways to pay, and the terms of cards: instalments, and who bears the fee.
import { CARD_FEE_BEARERS, CARD_FEE_PERCENT_MAX, INSTALMENTS_MAX } from '../../../contract/cards.ts'
import { PAYMENT_METHODS } from '../../../contract/payment-methods.ts'
import { parseDecimal } from '../../kit/document-totals.ts'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { type AgencyForm, CARD_FEE_STEPS } from './agency-form.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'

/** The others are chosen for each invoice. */
const USUAL = PAYMENT_METHODS.filter((method) => method !== 'pix_automatic')
const COUNTS = Array.from({ length: INSTALMENTS_MAX }, (_, index) => String(index + 1))

export function Cards({ form: { register, errorOf, watch } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  const { names } = useWords(methodWords)
  const noWay = errorOf('payment_methods')
  const some = (chosen: readonly string[]) => chosen.length > 0 || words.noWay
  const isFee = (text: string | undefined) =>
    Number(parseDecimal(text || '0') ?? Number.NaN) <= CARD_FEE_PERCENT_MAX ||
    words.badFee(CARD_FEE_PERCENT_MAX)
  return (
    <Card title={words.ways} sub={words.waysSub}>
      <div className={css.fields}>
        <fieldset>
          <legend>{words.usualWays}</legend>
          {USUAL.map((method) => (
            <Checkbox
              key={method}
              label={names[method]}
              value={method}
              aria-invalid={noWay === undefined ? undefined : true}
              {...register('payment_methods', { validate: some })}
            />
          ))}
          {noWay !== undefined && (
            <p className={css.fault} role="alert">
              {noWay}
            </p>
          )}
        </fieldset>
        <FormPair>
          <Select
            label={words.instalments}
            hint={words.instalmentsHint}
            choices={COUNTS.map((value) => ({ value, label: `${value}x` }))}
            error={errorOf('card_payment.instalments_max')}
            {...register('card_payment.instalments_max')}
          />
          <Select
            label={words.feeBearer}
            hint={words.feeBearerHint}
            choices={CARD_FEE_BEARERS.map((value) => ({ value, label: words.feeBearers[value] }))}
            {...register('card_payment.fee_bearer')}
          />
        </FormPair>
        {watch('card_payment.fee_bearer') === 'payer' && (
          <fieldset>
            <legend>{words.fees}</legend>
            <FormPair>
              {CARD_FEE_STEPS.map((step, index) => (
                <Input
                  key={step}
                  label={words.feeFrom(step, (CARD_FEE_STEPS[index + 1] ?? INSTALMENTS_MAX + 1) - 1)}
                  inputMode="decimal"
                  isNumber
                  after="%"
                  error={errorOf(`card_payment.fees.${index}`)}
                  {...register(`card_payment.fees.${index}`, { validate: isFee })}
                />
              ))}
            </FormPair>
          </fieldset>
        )}
      </div>
    </Card>
  )
}
