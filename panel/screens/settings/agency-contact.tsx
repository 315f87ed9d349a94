// Cards of the agency's names, contact data and address.
import schema from 'schema:team.update'
import { masked, maskPhone, maskPostalCode, maskTaxId } from '../../logic/masks.ts'
import { anyTaxIdFault } from '../../logic/tax-id-faults.ts'
import { Card } from '../../parts/card.tsx'
import { FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
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

const STATES = (schema.properties?.address?.anyOf ?? [])
  .flatMap(({ properties }) => properties?.state?.enum ?? [])
  .map((state) => ({ value: String(state), label: String(state) }))

/** The agency's address, as its documents show it. */
export function Address({ form: { register, errorOf } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  const parts = useWords(partWords)
  return (
    <Card title={words.address} sub={words.addressSub}>
      <div className={css.fields}>
        <FormPair>
          <Input
            label={words.postalCode}
            inputMode="numeric"
            isCode
            error={errorOf('address.postal_code') && words.faults.postalCode}
            {...register('address.postal_code', { onChange: masked(maskPostalCode) })}
          />
          <Input label={words.street} error={errorOf('address.street')} {...register('address.street')} />
        </FormPair>
        <FormPair>
          <Input
            label={words.number}
            isOptional
            error={errorOf('address.number')}
            {...register('address.number')}
          />
          <Input
            label={words.complement}
            isOptional
            error={errorOf('address.complement')}
            {...register('address.complement')}
          />
          <Input
            label={words.district}
            isOptional
            error={errorOf('address.district')}
            {...register('address.district')}
          />
        </FormPair>
        <FormPair>
          <Input label={words.city} error={errorOf('address.city')} {...register('address.city')} />
          <Select
            label={words.state}
            none={parts.choose}
            choices={STATES}
            error={errorOf('address.state')}
            {...register('address.state')}
          />
        </FormPair>
      </div>
    </Card>
  )
}
