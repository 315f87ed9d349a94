// Warnings: what an agency should look at before a trip begins, and birthdays of its clients.
import Type from 'typebox'
import { CHANGED, Nullable, PageOf, Timestamp } from './common.ts'
import { ClientIdInput, DateText } from './invoicing.ts'
import type { Operations } from './operation.ts'
import { actOn, deleteOne, listAll } from './resource-operations.ts'
import { warnings } from './resources.ts'
import { data } from './responses.ts'

export const WARNING_KINDS = [
  'departure',
  'documents_missing',
  'passport_expiring',
  'free_cancellation_ending',
  'birthday',
] as const
export type WarningKind = (typeof WARNING_KINDS)[number]

export const WARNING_STATUSES = ['open', 'done', 'dismissed'] as const
export type WarningStatus = (typeof WARNING_STATUSES)[number]

export const Warning = Type.Object({
  id: Type.String({ description: 'Warning id (wrn_); another one if its facts change' }),
  kind: Type.Enum([...WARNING_KINDS]),
  trip_id: Nullable(Type.String({ description: 'Null for birthdays' })),
  trip_title: Nullable(Type.String()),
  client_id: Type.String({
    description: 'The client of the trip, or whose birthday or companion it is (UUID)',
  }),
  client_name: Type.String(),
  subject: Type.String({ description: 'The person, the item or the trip that it is about' }),
  due_on: Type.String({
    ...DateText,
    description: 'Departure, deadline or birthday, in the time zone of the team',
  }),
  due_at: Nullable(
    Type.String({ ...Timestamp, description: 'When free cancellation ends; null for others' }),
  ),
  expires_on: Nullable(Type.String({ ...DateText, description: 'Of the passport; null for others' })),
  days_left: Type.Integer({ minimum: 0, description: 'Until `due_on`; 0 is today' }),
  status: Type.Enum([...WARNING_STATUSES]),
  created_at: Type.String({ ...Timestamp, description: 'Since when it is listed' }),
  updated_at: Timestamp,
})
export type Warning = Type.Static<typeof Warning>

export const WarningsQuery = PageOf({
  trip_id: Type.Optional(Type.String({ description: 'Only those of this trip' })),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
  kind: Type.Optional(Type.Enum([...WARNING_KINDS], { description: 'Only those of this kind' })),
  status: Type.Optional(Type.Enum([...WARNING_STATUSES], { description: 'open if left out' })),
  ...CHANGED,
})
export type WarningsQuery = Type.Static<typeof WarningsQuery>

const marking = { audit: 'records', response: data(Warning) } as const

export const WARNING_OPERATIONS = {
  'warnings.list': listAll(
    warnings,
    WarningsQuery,
    Warning,
    'List warnings',
    'The most urgent first. A trip that begins within 7 days; an international trip that begins within 15 days with ' +
      'a traveller without a passport, or within 180 days with one whose passport expires sooner than six months ' +
      'after the return; free cancellation that ends within 3 days; birthdays of clients and companions within 7 ' +
      'days. A trip is international if one of its flights leaves the country.',
  ),
  'warnings.done': actOn(warnings, 'done', { ...marking, summary: 'Mark a warning as done' }),
  'warnings.dismiss': actOn(warnings, 'dismiss', { ...marking, summary: 'Dismiss a warning' }),
  'warnings.reopen': {
    ...deleteOne(warnings, { ...marking, summary: 'Open a warning again that was done or dismissed' }),
    path: `${warnings.path}/:id/mark`,
  },
} as const satisfies Operations
