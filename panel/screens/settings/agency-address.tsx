// The agency's address, as its documents show it.
import schema from 'schema:team.update'
import { masked, maskPostalCode } from '../../kit/masks.ts'
import { Card } from '../../parts/card.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import type { AgencyForm } from './agency-form.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'

const STATES = (schema.properties?.address?.anyOf ?? [])
  .flatMap(({ properties }) => properties?.state?.enum ?? [])
  .map((state) => ({ value: String(state), label: String(state) }))

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
