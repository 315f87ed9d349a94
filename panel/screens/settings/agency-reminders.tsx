// On which days clients are reminded of their invoices.
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { useWords } from '../../words/language.tsx'
import { typedDays } from './agency-values.ts'
import { agencyWords } from './agency-words.ts'
import { TeamCard } from './team-card.tsx'

interface Days {
  payment_reminders: { days_before: string | undefined; days_after: string | undefined }
}

export function Reminders({ profile }: { profile: TeamProfile }) {
  const words = useWords(agencyWords)
  return (
    <TeamCard<Days>
      title={words.reminders}
      sub={words.remindersSub}
      profile={profile}
      valuesOf={({ payment_reminders: { days_before, days_after } }) => ({
        payment_reminders: { days_before: days_before.join(', '), days_after: days_after.join(', ') },
      })}
      changeOf={({ payment_reminders: { days_before, days_after } }) => ({
        payment_reminders: { days_before: typedDays(days_before), days_after: typedDays(days_after) },
      })}
    >
      {({ register, errorOf }) => (
        <FormPair>
          <Input
            label={words.daysBefore}
            hint={words.daysBeforeHint}
            isOptional
            error={errorOf('payment_reminders.days_before')}
            {...register('payment_reminders.days_before')}
          />
          <Input
            label={words.daysAfter}
            hint={words.daysAfterHint}
            isOptional
            error={errorOf('payment_reminders.days_after')}
            {...register('payment_reminders.days_after')}
          />
        </FormPair>
      )}
    </TeamCard>
  )
}
