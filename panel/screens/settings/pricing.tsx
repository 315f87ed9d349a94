// Pricing: the default markup, rules for certain trips, and a calculator.
import flask from 'icon:flask-conical'
import type { Pricing } from '../../../contract/pricing.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { parseDecimal } from '../../logic/document-totals.ts'
import { inputOf } from '../../logic/rule-draft.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { Calculator } from './calculator.tsx'
import { pricingWords } from './pricing-words.ts'
import { Rules } from './rules.tsx'
import css from './settings.module.css'
import { PageNotice, SettingsPage } from './settings-page.tsx'
import { useSteepQuestion } from './steep-prices.tsx'
import { useSavePricing } from './use-save-pricing.ts'

export function Screen() {
  const words = useWords(pricingWords)
  const { mode } = usePreferences()
  const result = useRead('pricing.read', {})
  return (
    <SettingsPage title={words.title} sub={words.sub} isForOwners>
      {mode === 'test' && <PageNotice icon={flask}>{words.ofMode}</PageNotice>}
      <Loaded result={result} skeleton={<Rows count={8} />}>
        {(pricing) => (
          <>
            <DefaultPricing key={pricing.updated_at} pricing={pricing} />
            <Rules pricing={pricing} />
          </>
        )}
      </Loaded>
      <Calculator />
    </SettingsPage>
  )
}

function DefaultPricing({ pricing }: { pricing: Pricing }) {
  const words = useWords(pricingWords)
  const parts = useWords(partWords)
  const mayManage = usePermission('team.manage')
  const { number } = useFormats()
  const { save } = useSavePricing(pricing)
  const form = useApiForm({
    values: { markup_percent: number(pricing.markup_percent), fee_amount: pricing.fee_amount },
    check: ({ markup_percent: percent }) =>
      parseDecimal(percent || '0') === undefined ? [['markup_percent', words.badNumber]] : [],
    send: ({ markup_percent: percent = '0', fee_amount: fee = '0.00' }) => {
      const markup_percent = Number(parseDecimal(percent))
      return save({ ...inputOf(pricing), markup_percent, fee_amount: fee }, words.saved)
    },
  })
  const { register, errorOf } = form
  const { onSubmit, question } = useSteepQuestion(form)
  return (
    <Card title={words.defaultIds} sub={words.usualSub}>
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
          <FormButtons>
            <Button onClick={() => form.reset()}>{parts.cancel}</Button>
            <Button type="submit" kind="main" isBusy={form.isBusy}>
              {parts.save}
            </Button>
          </FormButtons>
        )}
      </Form>
    </Card>
  )
}
