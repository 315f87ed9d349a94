// The agency's names and contact data.
import { masked, maskPhone, maskTaxId } from '../../kit/masks.ts'
import { anyTaxIdFault } from '../../kit/tax-id-faults.ts'
import { Card } from '../../parts/card.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { useWords } from '../../words/language.tsx'
import type { AgencyForm } from './agency-form.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'

export function Identity({ form: { register, errorOf } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  return (
    <Card title={words.identity} sub={words.identitySub}>
      <div className={css.fields}>
        <Input label={words.name} error={errorOf('name')} {...register('name')} />
        <FormPair>
          <Input
            label={words.legalName}
            isOptional
            error={errorOf('legal_name')}
            {...register('legal_name')}
          />
          <Input
            label={words.taxId}
            isOptional
            isCode
            error={errorOf('tax_id') && words.faults.taxId}
            {...register('tax_id', {
              onChange: masked(maskTaxId),
              validate: (text) => anyTaxIdFault(text) === undefined || words.faults.taxId,
            })}
          />
        </FormPair>
      </div>
    </Card>
  )
}

export function Contact({ form: { register, errorOf } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  return (
    <Card title={words.contact} sub={words.contactSub}>
      <div className={css.fields}>
        <FormPair>
          <Input
            label={words.email}
            type="email"
            hint={words.emailHint}
            error={errorOf('email') && words.faults.email}
            {...register('email')}
          />
          <Input
            label={words.replyTo}
            type="email"
            isOptional
            hint={words.replyToHint}
            error={errorOf('reply_to') && words.faults.email}
            {...register('reply_to')}
          />
        </FormPair>
        <FormPair>
          {(['phone', 'whatsapp'] as const).map((name) => (
            <Input
              key={name}
              label={words[name]}
              type="tel"
              isOptional
              error={errorOf(name) && words.faults.phone}
              {...register(name, { onChange: masked(maskPhone) })}
            />
          ))}
        </FormPair>
        <Input
          label={words.website}
          type="url"
          isOptional
          placeholder="https://"
          error={errorOf('website') && words.faults.website}
          {...register('website')}
        />
      </div>
    </Card>
  )
}
