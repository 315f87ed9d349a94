// Where the agency is, as it stands at the head of its documents.
import schema from 'schema:team.update'
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { masked, maskPostalCode } from '../../kit/masks.ts'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { orNull } from './agency-values.ts'
import { agencyWords } from './agency-words.ts'
import { TeamCard } from './team-card.tsx'

const NAMES = ['postal_code', 'street', 'number', 'complement', 'district', 'city', 'state'] as const
type Parts = Record<(typeof NAMES)[number], string | undefined>

const STATES = (schema.properties?.address?.anyOf ?? [])
  .flatMap(({ properties }) => properties?.state?.enum ?? [])
  .map((state) => ({ value: String(state), label: String(state) }))

export function Address({ profile }: { profile: TeamProfile }) {
  const words = useWords(agencyWords)
  const parts = useWords(partWords)
  return (
    <TeamCard<{ address: Parts }>
      title={words.address}
      sub={words.addressSub}
      profile={profile}
      valuesOf={({ address }) => ({
        address: {
          postal_code: maskPostalCode(address?.postal_code ?? ''),
          street: address?.street ?? '',
          number: address?.number ?? '',
          complement: address?.complement ?? '',
          district: address?.district ?? '',
          city: address?.city ?? '',
          state: address?.state ?? '',
        },
      })}
      changeOf={({ address }) => ({ address: addressOf(address) })}
    >
      {({ register, errorOf }) => (
        <>
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
        </>
      )}
    </TeamCard>
  )
}

/** All of it empty is none. What must be there is sent empty, so that it is missed. */
function addressOf({ postal_code = '', street = '', city = '', state = '', ...rest }: Parts) {
  const details = orNull(rest)
  const needed = { postal_code, street, city, state }
  const isEmpty = [...Object.values(needed), ...Object.values(details)].every((part) => !part)
  return isEmpty ? null : { ...needed, ...details }
}
