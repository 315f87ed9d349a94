// The fields of each passenger, only those that the airline requires, and one contact.
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { CurrentOffer } from '../../../contract/flights.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone } from '../../logic/masks.ts'
import { Card } from '../../parts/card.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import type { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'
import { infantsByAdult, namesOf, type PickedClient, type TravellersForm } from './travellers.ts'

const FillFrom = lazy(async () => ({ default: (await import('./fill-from.tsx')).FillFrom }))
const ClientPicker = lazy(async () => ({ default: (await import('./client-picker.tsx')).ClientPicker }))

type BookingFormState = ReturnType<typeof useApiForm<TravellersForm>>

interface TravellersFieldsProps {
  readonly form: BookingFormState
  readonly offer: CurrentOffer
  readonly needsPassport: boolean
  readonly client: PickedClient | null
  readonly onClient: (client: PickedClient | null) => void
}

export function TravellersFields({ form, offer, needsPassport, client, onClient }: TravellersFieldsProps) {
  const words = useWords(reserveWords)
  const seesClients = usePermission('clients.read')
  const searched = offer.pricing.client_id ?? ''
  const { data: searchedFor } = useRead(
    'clients.read',
    { params: { id: searched } },
    { isEnabled: seesClients && searched !== '' },
  )
  const { passengers } = offer
  const first = passengers.findIndex(({ type }) => type === 'adult')
  const laps = infantsByAdult(passengers)
  const adultOf = (infant: string) => {
    const [adult = ''] = [...laps].find(([, carried]) => carried === infant) ?? []
    const index = passengers.findIndex(({ id }) => id === adult)
    return form.watch(`passengers.${index}.given_name`) || words.anAdult
  }
  const pick = (chosen: PickedClient | null) => {
    onClient(chosen)
    if (chosen === null) return
    if (chosen.client_type === 'individual') {
      const { given_name, family_name } = namesOf(chosen.full_name)
      form.setValue(`passengers.${first}.given_name`, chosen.given_name ?? given_name)
      form.setValue(`passengers.${first}.family_name`, chosen.family_name ?? family_name)
    }
    form.setValue('contact.email', chosen.email)
    if (chosen.phone !== null) form.setValue('contact.phone_number', maskPhone(chosen.phone))
  }
  // The client of the search fills an empty form once; what was typed or restored stays.
  const isFilled = useRef(false)
  useEffect(() => {
    if (searchedFor === undefined || isFilled.current) return
    isFilled.current = true
    if (client === null && form.getValues('contact.email') === '') pick(searchedFor)
  })
  const owner = client ?? searchedFor
  const { data: people } = useRead(
    'clients.travellers',
    { params: { id: owner?.id ?? '' } },
    { isEnabled: seesClients && owner !== undefined },
  )
  return (
    <>
      <Card title={words.travellers} sub={words.travellersSub}>
        {seesClients && first !== -1 && (
          <div className={css.picker}>
            <Suspense fallback={<Input label={words.fromClient} isOptional disabled />}>
              <ClientPicker client={client} onPick={pick} />
            </Suspense>
            {owner && <p className={css.hint}>{words.bookedFor(owner.full_name)}</p>}
          </div>
        )}
        {needsPassport && <p className={css.why}>{words.whyPassport}</p>}
        {passengers.map(({ id, type }, index) => (
          <fieldset key={id} className={css.traveller}>
            <legend>
              {words.traveller(index + 1, words.kinds[type])}
              {type === 'infant_without_seat' && <small>{words.onLapOf(adultOf(id))}</small>}
            </legend>
            {people !== undefined && people.length > 0 && (
              <Suspense>
                <FillFrom form={form} index={index} people={people} needsPassport={needsPassport} />
              </Suspense>
            )}
            <Traveller form={form} index={index} needsPassport={needsPassport} />
          </fieldset>
        ))}
      </Card>
      <Card title={words.contact} sub={words.contactSub}>
        <FormPair>
          <Input
            label={words.email}
            type="email"
            autoComplete="off"
            {...form.register('contact.email')}
            error={form.errorOf('contact.email')}
          />
          <Input
            label={words.phone}
            type="tel"
            autoComplete="off"
            {...form.register('contact.phone_number', {
              onChange: ({ target }) => form.setValue('contact.phone_number', maskPhone(target.value)),
            })}
            error={form.errorOf('contact.phone_number')}
          />
        </FormPair>
      </Card>
    </>
  )
}

export interface TravellerProps {
  readonly form: BookingFormState
  readonly index: number
  readonly needsPassport: boolean
}

function Traveller({ form, index, needsPassport }: TravellerProps) {
  const words = useWords(reserveWords)
  const genders = (['f', 'm'] as const).map((value) => ({ value, label: words.genders[value] }))
  const field = (name: 'given_name' | 'family_name' | 'gender' | 'born_on') => ({
    ...form.register(`passengers.${index}.${name}`),
    error: form.errorOf(`passengers.${index}.${name}`),
    autoComplete: 'off',
  })
  const paper = (name: 'unique_identifier' | 'issuing_country_code' | 'expires_on') => ({
    ...form.register(`passengers.${index}.passport.${name}`),
    error: form.errorOf(`passengers.${index}.passport.${name}`),
    autoComplete: 'off',
  })
  return (
    <div className={css.fields}>
      <Input label={words.givenName} {...field('given_name')} />
      <Input label={words.familyName} {...field('family_name')} />
      <DateField label={words.bornOn} about="birth" {...field('born_on')} />
      <Select label={words.gender} none="" choices={genders} {...field('gender')} />
      {needsPassport && (
        <>
          <Input label={words.passportNumber} isCode {...paper('unique_identifier')} />
          <DateField label={words.passportExpiry} about="future" {...paper('expires_on')} />
          <Input label={words.passportCountry} isCode maxLength={2} {...paper('issuing_country_code')} />
        </>
      )}
    </div>
  )
}
