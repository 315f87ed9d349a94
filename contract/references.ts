// Metadata and external references: what integrators store on objects to find them from their own systems.
import Type from 'typebox'
import { Nullable } from './common.ts'

export const METADATA_KEYS_MAX = 50
export const METADATA_KEY_CHARACTERS_MAX = 40
export const METADATA_VALUE_CHARACTERS_MAX = 500
export const EXTERNAL_REFERENCE_CHARACTERS_MAX = 200

const ExternalReference = Nullable(
  Type.String({
    maxLength: EXTERNAL_REFERENCE_CHARACTERS_MAX,
    description: 'Your own id of the object; several may have the same',
    examples: ['erp-4711'],
  }),
)

/** The fields of an object. */
export const References = Type.Object({
  metadata: Type.Record(Type.String(), Type.String(), {
    description: 'Your own values, by your own keys; the service does not use them',
  }),
  external_reference: ExternalReference,
})
export type References = Type.Static<typeof References>

/** The fields of an input. */
export const ReferencesInput = Type.Object({
  metadata: Type.Optional(
    Nullable(
      Type.Record(Type.String(), Nullable(Type.String({ maxLength: METADATA_VALUE_CHARACTERS_MAX })), {
        description:
          `At most ${METADATA_KEYS_MAX} keys of ${METADATA_KEY_CHARACTERS_MAX} characters, with texts of ` +
          `${METADATA_VALUE_CHARACTERS_MAX}. A change sets the keys that are sent and keeps the others; null or "" ` +
          'removes a key, and null instead of the object removes all',
        examples: [{ crm_id: '4711' }],
      }),
    ),
  ),
  external_reference: Type.Optional(ExternalReference),
})
export type ReferencesInput = Type.Static<typeof ReferencesInput>

/** The filters of a list. */
export const ReferencesFilter = Type.Object({
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match',
    }),
  ),
  external_reference: Type.Optional(
    Type.String({
      maxLength: EXTERNAL_REFERENCE_CHARACTERS_MAX,
      description: 'Only those with this external reference',
    }),
  ),
})
export type ReferencesFilter = Type.Static<typeof ReferencesFilter>
