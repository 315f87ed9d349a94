// What people prove themselves by besides a password, as they see it: authenticator app, recovery codes, passkeys.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import { Passkey, PasskeyAssertion } from './passkeys.ts'

const Code = Type.String({
  minLength: 6,
  maxLength: 16,
  description: 'Six digits of the authenticator app',
  examples: ['492039'],
})

const FACTORS = {
  totp: Type.Optional(Code),
  recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  passkey: Type.Optional(PasskeyAssertion),
}

export const FactorInput = Type.Object(FACTORS, { description: 'One of them' })
export type FactorInput = Type.Static<typeof FactorInput>

export const ProofInput = Type.Object(
  { ...FACTORS, password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })) },
  { description: 'One of them' },
)
export type ProofInput = Type.Static<typeof ProofInput>

export const PasskeySignIn = Type.Object({ passkey: PasskeyAssertion })

export const TotpSetup = Type.Object({
  secret: Type.String({ description: 'To type where no picture can be scanned' }),
  uri: Type.String({ description: 'otpauth:// address, as the QR code has it' }),
  qr_svg: Type.String({ description: 'The QR code as an SVG picture' }),
})
export type TotpSetup = Type.Static<typeof TotpSetup>

export const TotpConfirmation = Type.Object({ code: Code })

const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Ten, each good for one use. They are shown only in this answer, and older ones are over',
})

export const NewRecoveryCodes = Type.Object({ recovery_codes: RecoveryCodes })
export type NewRecoveryCodes = Type.Static<typeof NewRecoveryCodes>

/** With the first factor come recovery codes. */
const first = {
  recovery_codes: Nullable({
    ...RecoveryCodes,
    description: 'As they come with the first factor; null later',
  }),
}

export const Factors = Type.Object({
  has_password: Type.Boolean(),
  totp_confirmed_at: Nullable({ ...Timestamp, description: 'Of the authenticator app; null without one' }),
  passkeys: Type.Array(Passkey),
  recovery_codes_left: Type.Integer(),
  proven_until: Nullable({
    ...Timestamp,
    description: 'Until when factors can be changed without a new proof; null where one is needed now',
  }),
})
export type Factors = Type.Static<typeof Factors>

export const ConfirmedTotp = Type.Object({ ...Factors.properties, ...first })
export type ConfirmedTotp = Type.Static<typeof ConfirmedTotp>

export const NewPasskey = Type.Object({ ...Passkey.properties, ...first })
export type NewPasskey = Type.Static<typeof NewPasskey>

export const DeletedPasskey = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
export type DeletedPasskey = Type.Static<typeof DeletedPasskey>

export const Proof = Type.Object({ proven_until: Timestamp })
export type Proof = Type.Static<typeof Proof>
