// What the agency adds to the carrier's price: for all trips, by rules for some, and a calculator to try it.
import flask from 'icon:flask-conical'
import type { Pricing } from '../../../contract/pricing.ts'
import { useRead } from '../../api/use-read.ts'
import { useMay } from '../../api/use-team.ts'
import { useWishes } from '../../api/use-wishes.ts'
import { typedDecimal } from '../../kit/document-totals.ts'
import { inputOf } from '../../kit/rule-draft.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form, FormEnds, FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { Calculator } from './calculator.tsx'
import { refuse } from './field-faults.ts'
import { pricingWords } from './pricing-words.ts'
import { Rules } from './rules.tsx'
import css from './settings.module.css'
import { Remark, SettingsPage } from './settings-page.tsx'
import { useSteepQuestion } from './steep-prices.tsx'
import { useSavePricing } from './use-save-pricing.ts'

export function Screen() {
  const words = useWords(pricingWords)
  const { mode } = useWishes()
  const result = useRead('pricing.read', {})
  return (
    <SettingsPage title={words.title} sub={words.sub} isForOwners>
      {mode === 'test' && <Remark icon={flask}>{words.ofMode}</Remark>}
      <Loaded result={result} skeleton={<Rows count={8} />}>
        {(pricing) => (
          <>
            <Usual key={pricing.updated_at} pricing={pricing} />
            <Rules pricing={pricing} />
          </>
        )}
      </Loaded>
      <Calculator />
    </SettingsPage>
  )
}

function Usual({ pricing }: { pricing: Pricing }) {
  const words = useWords(pricingWords)
  const parts = useWords(partWords)
  const mayManage = useMay('team.manage')
  const { number } = useFormats()
  const { save } = useSavePricing(pricing)
  const form = useApiForm({
    values: { markup_percent: number(pricing.markup_percent), fee_amount: pricing.fee_amount },
    send: async ({ markup_percent: percent = '0', fee_amount: fee = '0.00' }) => {
      const typed = typedDecimal(percent)
      refuse(typed === undefined ? [['markup_percent', words.badNumber]] : [])
      await save({ ...inputOf(pricing), markup_percent: Number(typed), fee_amount: fee }, words.saved)
    },
  })
  const { register, errorOf } = form
  const { onSubmit, question } = useSteepQuestion(form)
  return (
    <Card title={words.usual} sub={words.usualSub}>
      <Form onSubmit={onSubmit} failure={form.failure}>
        {question}
        <fieldset disabled={!mayManage} className={css.fields}>
          <FormPair>
            <Input
              label={words.markup}
              inputMode="decimal"
              isNumber
              after="%"
              hint={words.markupHint}
              error={errorOf('markup_percent')}
              {...register('markup_percent')}
            />
            <MoneyField
              label={words.fee}
              hint={words.feeHint}
              error={errorOf('fee_amount')}
              value={form.watch('fee_amount')}
              onChange={(amount) => form.setValue('fee_amount', amount, { shouldDirty: true })}
            />
          </FormPair>
        </fieldset>
        {mayManage && form.formState.isDirty && (
          <FormEnds>
            <Button onClick={() => form.reset()}>{parts.cancel}</Button>
            <Button type="submit" kind="main" isBusy={form.isBusy}>
              {parts.save}
            </Button>
          </FormEnds>
        )}
      </Form>
    </Card>
  )
}
