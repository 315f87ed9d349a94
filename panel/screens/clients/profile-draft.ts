// The values of the form of a client's file, and the request of what was typed.
import type { ResponseOf } from '../../api/operations.ts'
import { isSame } from '../../logic/form-versions.ts'
import { maskPhone, phoneOf } from '../../logic/masks.ts'
import { type TravellerValues, travellerBody, travellerValues } from '../../logic/traveller-file.ts'

type Client = ResponseOf<'clients.read'>
type Text = string | undefined

export interface FileValues extends TravellerValues {
  given_name: Text
  family_name: Text
  address: {
    postal_code: Text
    street: Text
    number: Text
    complement: Text
    district: Text
    city: Text
    state: Text
    country: Text
    ibge_code: Text
  }
  contacts: ContactValues[]
  preferences: { seat: Text; meal: Text; notes: Text }
}

interface ContactValues {
  name: Text
  role: Text
  email: Text
  phone: Text
}

export const EMPTY_CONTACT: ContactValues = { name: '', role: '', email: '', phone: '' }

export function fileValues(client: Client): FileValues {
  const { given_name, family_name, address, contacts, preferences } = client
  return {
    given_name: given_name ?? '',
    family_name: family_name ?? '',
    ...travellerValues(client),
    address: {
      postal_code: address?.postal_code ?? '',
      street: address?.street ?? '',
      number: address?.number ?? '',
      complement: address?.complement ?? '',
      district: address?.district ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      country: address?.country ?? 'BR',
      ibge_code: address?.ibge_code ?? '',
    },
    contacts: contacts.map(({ name, role, email, phone }) => ({
      name,
      role: role ?? '',
      email: email ?? '',
      phone: maskPhone(phone ?? ''),
    })),
    preferences: {
      seat: preferences?.seat ?? '',
      meal: preferences?.meal ?? '',
      notes: preferences?.notes ?? '',
    },
  }
}

/** Lists and groups that did not change are left out. */
export function fileBody(typed: FileValues, before: FileValues) {
  const { address, contacts, preferences } = typed
  return {
    given_name: typed.given_name || null,
    family_name: typed.family_name || null,
    ...travellerBody(typed, before),
    ...(!isSame(address, before.address) && { address: orNull(address) }),
    ...(!isSame(contacts, before.contacts) && {
      contacts: contacts.map(({ name, role, email, phone }) => ({
        name: name ?? '',
        role: role || null,
        email: email || null,
        phone: phone ? (phoneOf(phone) ?? phone) : null,
      })),
    }),
    ...(!isSame(preferences, before.preferences) && { preferences: orNull(preferences) }),
  }
}

/** Empty fields as null, which clears them. */
function orNull<T extends object>(group: T): { [Name in keyof T]: string | null } {
  const entries = Object.entries(group).map(([name, value]) => [name, value || null])
  return Object.fromEntries(entries)
}
