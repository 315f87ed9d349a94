// Cards of what invoices, quotes, reminders and messages of the agency say: texts, terms and ways to pay.
import { lazy, Suspense } from 'react'
import { CARD_FEE_BEARERS, CARD_FEE_PERCENT_MAX, INSTALMENTS_MAX } from '../../../contract/cards.ts'
import { unknownPlaceholder } from '../../../contract/message-texts.ts'
import { PAYMENT_METHODS } from '../../../contract/payment-methods.ts'
import { parseDecimal } from '../../logic/document-totals.ts'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { type AgencyForm, CARD_FEE_STEPS } from './agency-form.ts'
import { areDays } from './agency-values.ts'
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

/** The others are chosen for each invoice. */
const USUAL = PAYMENT_METHODS.filter((method) => method !== 'pix_automatic')
const COUNTS = Array.from({ length: INSTALMENTS_MAX }, (_, index) => String(index + 1))

/** The usual ways to pay, and the terms of cards: instalments, and who bears the fee. */
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

/** The days on which clients are reminded of their invoices. */
export function Reminders({ form: { register, errorOf } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  const validate = (text: string | undefined) => areDays(text) || words.badDays
  return (
    <Card title={words.reminders} sub={words.remindersSub}>
      <div className={css.fields}>
        <FormPair>
          <Input
            label={words.daysBefore}
            hint={words.daysBeforeHint}
            isOptional
            error={errorOf('payment_reminders.days_before')}
            {...register('payment_reminders.days_before', { validate })}
          />
          <Input
            label={words.daysAfter}
            hint={words.daysAfterHint}
            isOptional
            error={errorOf('payment_reminders.days_after')}
            {...register('payment_reminders.days_after', { validate })}
          />
        </FormPair>
      </div>
    </Card>
  )
}

/** Loaded after the form, which is used without it. */
const MailSamples = lazy(async () => ({ default: (await import('./mail-samples.tsx')).MailSamples }))

const LANGUAGES = ['pt-BR', 'en'] as const
const PARTS = ['greeting', 'closing'] as const

/** Greeting and closing of messages to clients in both languages, with a sample mail before saving. */
export function Messages({ form: { register, errorOf, watch } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  const texts = watch('message_texts')
  const checked = {
    validate: (text: string | undefined) =>
      unknownPlaceholder(text ?? '') === null || words.faults.placeholder,
  }
  return (
    <Card title={words.messages} sub={words.messagesSub}>
      <div className={css.fields}>
        {LANGUAGES.flatMap((language) =>
          PARTS.map((part) => (
            <Textarea
              key={`${language} ${part}`}
              label={words.messageTexts[language][part]}
              isOptional
              {...(language === 'pt-BR' && { hint: words.messageHints[part] })}
              rows={part === 'greeting' ? 2 : 3}
              error={errorOf(`message_texts.${language}.${part}`)}
              {...register(`message_texts.${language}.${part}`, checked)}
            />
          )),
        )}
        <Suspense fallback={<Rows count={4} />}>
          <MailSamples texts={texts} />
        </Suspense>
      </div>
    </Card>
  )
}
