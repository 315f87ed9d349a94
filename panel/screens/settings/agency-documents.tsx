// What invoices and quotes say below, and what being late costs.
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { typedDecimal } from '../../kit/document-totals.ts'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { orNull } from './agency-values.ts'
import { agencyWords } from './agency-words.ts'
import { TeamCard } from './team-card.tsx'

interface Texts {
  invoice_texts: { footer: string | undefined; payment_instructions: string | undefined }
  late_payment: { fine_percent: string | undefined; interest_percent: string | undefined }
}

export function Documents({ profile }: { profile: TeamProfile }) {
  const words = useWords(agencyWords)
  const { number } = useFormats()
  return (
    <TeamCard<Texts>
      title={words.documents}
      sub={words.documentsSub}
      profile={profile}
      valuesOf={({ invoice_texts: texts, late_payment: late }) => ({
        invoice_texts: { footer: texts.footer ?? '', payment_instructions: texts.payment_instructions ?? '' },
        late_payment: {
          fine_percent: number(late.fine_percent),
          interest_percent: number(late.interest_percent),
        },
      })}
      changeOf={({ invoice_texts: texts, late_payment: late }) => ({
        invoice_texts: orNull(texts),
        late_payment: {
          fine_percent: Number(typedDecimal(late.fine_percent ?? '0')),
          interest_percent: Number(typedDecimal(late.interest_percent ?? '0')),
        },
      })}
    >
      {({ register, errorOf }) => (
        <>
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
          </FormPair>
        </>
      )}
    </TeamCard>
  )
}
