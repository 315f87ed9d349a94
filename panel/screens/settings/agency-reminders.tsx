// The days on which clients are reminded of their invoices.
import { Card } from '../../parts/card.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { useWords } from '../../words/language.tsx'
import type { AgencyForm } from './agency-form.ts'
import { areDays } from './agency-values.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'

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
