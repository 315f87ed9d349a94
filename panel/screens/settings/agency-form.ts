// The agency's profile as one form: its values, and the request with the changed fields.
import schema from 'schema:team.update'
import type { CardFeeBearer } from '../../../contract/cards.ts'
import type { TeamChange, TeamLanguage, TeamProfile } from '../../../contract/team-profile.ts'
import { etagOf } from '../../api/etags.ts'
import { parseDecimal } from '../../logic/document-totals.ts'
import { maskPhone, maskPostalCode, maskTaxId, phoneOf } from '../../logic/masks.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { edited } from '../../parts/use-conflict.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { orNull, typedDays } from './agency-values.ts'
import { useSaveTeam } from './use-save-team.ts'

type Text = string | undefined
const ADDRESS = ['postal_code', 'street', 'number', 'complement', 'district', 'city', 'state'] as const
type Address = Record<(typeof ADDRESS)[number], Text>

/** Fees of banks change at these numbers of instalments. */
export const CARD_FEE_STEPS = [1, 2, 7, 13] as const

interface AgencyFields
  extends Pick<TeamProfile, 'language' | 'time_zone' | 'notifications' | 'payment_methods'> {
  name: string
  legal_name: Text
  tax_id: Text
  email: string
  reply_to: Text
  phone: Text
  whatsapp: Text
  website: Text
  address: Address
  invoice_texts: { footer: Text; payment_instructions: Text }
  trip_terms: { 'pt-BR': Text; en: Text }
  message_texts: Record<TeamLanguage, { greeting: Text; closing: Text }>
  late_payment: { fine_percent: Text; interest_percent: Text; payable_days: Text }
  early_payment: {
    choice: 'none' | 'percent' | 'amount'
    discount_percent: Text
    discount_amount: Text
    days_before_due: Text
  }
  payment_reminders: { days_before: Text; days_after: Text }
  card_payment: { instalments_max: string; fee_bearer: CardFeeBearer; fees: Text[] }
}

export type AgencyForm = ReturnType<typeof useAgencyForm>

export function useAgencyForm(profile: TeamProfile) {
  const { number } = useFormats()
  const save = useSaveTeam()
  const values = fieldsOf(profile, number)
  const form = useApiForm<AgencyFields>({
    values,
    schema,
    toBody: (typed) => changedOf(changeOf(typed), changed()),
    edits: edited(profile, (now: TeamProfile) => fieldsOf(now, number)),
    draft: 'team.profile',
    send: async (typed, ifMatch) => {
      const before = changedOf(changeOf(fieldsOf(profile, number)), changed())
      shown(await save(changedOf(changeOf(typed), changed()), ifMatch, before, shown))
    },
  })
  const { dirtyFields, isDirty } = form.formState
  const changed = (): string[] => Object.keys(dirtyFields)
  const shown = (now: TeamProfile) => form.resetTo(fieldsOf(now, number), etagOf(now))
  return { ...form, isDirty, takeBack: form.draft.discard }
}

function fieldsOf(profile: TeamProfile, number: (value: number) => string): AgencyFields {
  const { name, email, address, language, time_zone, notifications } = profile
  const { invoice_texts: texts, late_payment: late, payment_reminders: days } = profile
  return {
    name,
    legal_name: profile.legal_name ?? '',
    tax_id: maskTaxId(profile.tax_id ?? ''),
    email,
    reply_to: profile.reply_to ?? '',
    phone: maskPhone(profile.phone ?? ''),
    whatsapp: maskPhone(profile.whatsapp ?? ''),
    website: profile.website ?? '',
    address: {
      postal_code: maskPostalCode(address?.postal_code ?? ''),
      street: address?.street ?? '',
      number: address?.number ?? '',
      complement: address?.complement ?? '',
      district: address?.district ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    },
    invoice_texts: { footer: texts.footer ?? '', payment_instructions: texts.payment_instructions ?? '' },
    trip_terms: { 'pt-BR': profile.trip_terms['pt-BR'] ?? '', en: profile.trip_terms.en ?? '' },
    message_texts: {
      'pt-BR': shownTexts(profile.message_texts['pt-BR']),
      en: shownTexts(profile.message_texts.en),
    },
    late_payment: {
      fine_percent: number(late.fine_percent),
      interest_percent: number(late.interest_percent),
      payable_days: String(late.payable_days),
    },
    early_payment: earlyFields(profile.early_payment, number),
    payment_reminders: {
      days_before: days.days_before.join(', '),
      days_after: days.days_after.join(', '),
    },
    payment_methods: profile.payment_methods,
    card_payment: {
      instalments_max: String(profile.card_payment.instalments_max),
      fee_bearer: profile.card_payment.fee_bearer,
      fees: CARD_FEE_STEPS.map((step) => number(feeAt(profile.card_payment.fees, step))),
    },
    language,
    time_zone,
    notifications,
  }
}

function shownTexts({ greeting, closing }: TeamProfile['message_texts'][TeamLanguage]) {
  return { greeting: greeting ?? '', closing: closing ?? '' }
}

/** The percent of a number of instalments. */
function feeAt(fees: TeamProfile['card_payment']['fees'], count: number): number {
  return fees.findLast(({ from_instalments }) => from_instalments <= count)?.percent ?? 0
}

function changeOf(fields: AgencyFields): TeamChange {
  const { name = '', email = '', legal_name, tax_id, reply_to, website, phone, whatsapp } = fields
  const {
    address,
    invoice_texts,
    trip_terms,
    message_texts: texts,
    late_payment: late,
    payment_reminders: days,
    card_payment: card,
    ...rest
  } = fields
  const { language, time_zone, notifications, early_payment: early } = rest
  return {
    name,
    email,
    ...orNull({ legal_name, tax_id, reply_to, website }),
    ...orNull({ phone: toPhoneNumber(phone), whatsapp: toPhoneNumber(whatsapp) }),
    address: addressOf(address),
    invoice_texts: orNull(invoice_texts),
    trip_terms: orNull(trip_terms),
    message_texts: { 'pt-BR': orNull(texts['pt-BR']), en: orNull(texts.en) },
    late_payment: {
      fine_percent: Number(parseDecimal(late.fine_percent ?? '0')),
      interest_percent: Number(parseDecimal(late.interest_percent ?? '0')),
      payable_days: Number(late.payable_days ?? Number.NaN),
    },
    early_payment: earlyOf(early),
    payment_reminders: { days_before: typedDays(days.days_before), days_after: typedDays(days.days_after) },
    payment_methods: rest.payment_methods,
    card_payment: {
      instalments_max: Number(card.instalments_max),
      fee_bearer: card.fee_bearer,
      fees: CARD_FEE_STEPS.map((step, index) => ({
        from_instalments: step,
        percent: Number(parseDecimal(card.fees[index] ?? '0')),
      })),
    },
    language,
    time_zone,
    notifications,
  }
}

type Early = TeamProfile['early_payment']

function earlyFields(early: Early, number: (value: number) => string): AgencyFields['early_payment'] {
  const { discount_percent: percent = null, discount_amount: amount = null } = early ?? {}
  return {
    choice: percent !== null ? 'percent' : amount !== null ? 'amount' : 'none',
    discount_percent: percent === null ? '' : number(percent),
    discount_amount: amount === null ? '' : number(amount),
    days_before_due: early === null ? '' : String(early.days_before_due),
  }
}

function earlyOf({
  choice,
  ...typed
}: AgencyFields['early_payment']): NonNullable<TeamChange['early_payment']> | null {
  const days_before_due = Number(typed.days_before_due ?? Number.NaN)
  const value = (text: Text) => Number(parseDecimal(text ?? '') ?? Number.NaN)
  if (choice === 'percent') return { discount_percent: value(typed.discount_percent), days_before_due }
  if (choice === 'amount') return { discount_amount: value(typed.discount_amount), days_before_due }
  return null
}

/** Sends only changed fields, because a colleague may have changed the others meanwhile. */
function changedOf(change: TeamChange, names: readonly string[]): TeamChange {
  return Object.fromEntries(Object.entries(change).filter(([name]) => names.includes(name)))
}

/** Incomplete numbers are sent as typed, and the API rejects them. */
function toPhoneNumber(text: Text): Text {
  return text ? (phoneOf(text) ?? text) : undefined
}

/** An empty address is null. Otherwise empty required fields are sent, so that the API reports them. */
function addressOf({ postal_code = '', street = '', city = '', state = '', ...rest }: Address) {
  const details = orNull(rest)
  const needed = { postal_code, street, city, state }
  const isEmpty = [...Object.values(needed), ...Object.values(details)].every((part) => !part)
  return isEmpty ? null : { ...needed, ...details }
}
