// Footers of invoices and quotes, terms of trips, fines, interest and the discount for early payment.
import { Card } from '../../parts/card.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { useWords } from '../../words/language.tsx'
import type { AgencyForm } from './agency-form.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'

const CHOICES = ['none', 'percent', 'amount'] as const

export function Documents({ form: { register, errorOf, watch } }: { form: AgencyForm }) {
  const early = watch('early_payment.choice')
  const discount = early === 'percent' ? 'early_payment.discount_percent' : 'early_payment.discount_amount'
  const words = useWords(agencyWords)
  return (
    <Card title={words.documents} sub={words.documentsSub}>
      <div className={css.fields}>
        <Textarea
          label={words.footer}
          isOptional
          hint={words.footerHint}
          rows={3}
          error={errorOf('invoice_texts.footer')}
          {...register('invoice_texts.footer')}
        />
        <Textarea
          label={words.instructions}
          isOptional
          hint={words.instructionsHint}
          rows={3}
          error={errorOf('invoice_texts.payment_instructions')}
          {...register('invoice_texts.payment_instructions')}
        />
        <Textarea
          label={words.termsPt}
          isOptional
          hint={words.termsHint}
          rows={6}
          error={errorOf('trip_terms.pt-BR')}
          {...register('trip_terms.pt-BR')}
        />
        <Textarea
          label={words.termsEn}
          isOptional
          rows={4}
          error={errorOf('trip_terms.en')}
          {...register('trip_terms.en')}
        />
        <FormPair>
          <Input
            label={words.fine}
            inputMode="decimal"
            isNumber
            after="%"
            hint={words.fineHint}
            error={errorOf('late_payment.fine_percent')}
            {...register('late_payment.fine_percent')}
          />
          <Input
            label={words.interest}
            inputMode="decimal"
            isNumber
            after="%"
            hint={words.interestHint}
            error={errorOf('late_payment.interest_percent')}
            {...register('late_payment.interest_percent')}
          />
          <Input
            label={words.payableDays}
            inputMode="numeric"
            isNumber
            hint={words.payableDaysHint}
            error={errorOf('late_payment.payable_days')}
            {...register('late_payment.payable_days')}
          />
        </FormPair>
        <FormPair>
          <Select
            label={words.early}
            hint={words.earlyHint}
            choices={CHOICES.map((value) => ({ value, label: words.earlyChoices[value] }))}
            error={errorOf('early_payment')}
            {...register('early_payment.choice')}
          />
          {early !== 'none' && (
            <>
              <Input
                key={discount}
                label={words.earlyChoices[early]}
                inputMode="decimal"
                isNumber
                {...(early === 'percent' && { after: '%' })}
                error={errorOf(discount)}
                {...register(discount)}
              />
              <Input
                label={words.earlyDays}
                inputMode="numeric"
                isNumber
                error={errorOf('early_payment.days_before_due')}
                {...register('early_payment.days_before_due')}
              />
            </>
          )}
        </FormPair>
      </div>
    </Card>
  )
}
