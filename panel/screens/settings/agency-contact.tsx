// Who the agency is, and where it is reached.
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { masked, maskPhone, maskTaxId, phoneOf } from '../../kit/masks.ts'
import { anyTaxIdFault } from '../../kit/tax-id-faults.ts'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { useWords } from '../../words/language.tsx'
import { orNull } from './agency-values.ts'
import { agencyWords } from './agency-words.ts'
import { TeamCard } from './team-card.tsx'

interface Names {
  name: string
  legal_name: string | undefined
  tax_id: string | undefined
}

export function Identity({ profile }: { profile: TeamProfile }) {
  const words = useWords(agencyWords)
  return (
    <TeamCard<Names>
      title={words.identity}
      sub={words.identitySub}
      profile={profile}
      valuesOf={({ name, legal_name, tax_id }) => ({
        name,
        legal_name: legal_name ?? '',
        tax_id: maskTaxId(tax_id ?? ''),
      })}
      changeOf={({ name = '', ...rest }) => ({ name, ...orNull(rest) })}
    >
      {({ register, errorOf }) => (
        <>
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
        </>
      )}
    </TeamCard>
  )
}

interface Ways {
  email: string
  reply_to: string | undefined
  phone: string | undefined
  whatsapp: string | undefined
  website: string | undefined
}

export function Contact({ profile }: { profile: TeamProfile }) {
  const words = useWords(agencyWords)
  return (
    <TeamCard<Ways>
      title={words.contact}
      sub={words.contactSub}
      profile={profile}
      valuesOf={({ email, reply_to, phone, whatsapp, website }) => ({
        email,
        reply_to: reply_to ?? '',
        phone: maskPhone(phone ?? ''),
        whatsapp: maskPhone(whatsapp ?? ''),
        website: website ?? '',
      })}
      changeOf={({ email = '', phone, whatsapp, ...rest }) => ({
        email,
        ...orNull({ ...rest, phone: dialled(phone), whatsapp: dialled(whatsapp) }),
      })}
    >
      {({ register, errorOf }) => (
        <>
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
        </>
      )}
    </TeamCard>
  )
}

/** What is no number yet is for the API to refuse. */
function dialled(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : (phoneOf(text) ?? text)
}
