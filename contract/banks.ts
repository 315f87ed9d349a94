// The banks that a team can connect, by name, with the settings that each needs about the team's account.
import Type from 'typebox'

/** The bank that comes with the service: no real money moves there. */
export const SIMULATED = 'simulated'

export const BANK_NAMES = [SIMULATED, 'pix-bacen'] as const
export type BankName = (typeof BANK_NAMES)[number]

export const BANK_SETTINGS = {
  [SIMULATED]: Type.Object({}),
  'pix-bacen': Type.Object({
    api_url: Type.String({ maxLength: 500, description: "The bank's API Pix" }),
    token_url: Type.String({ maxLength: 500, description: 'Its OAuth2 token endpoint' }),
    client_id: Type.String({ maxLength: 500 }),
    client_secret: Type.String({ maxLength: 2000, description: 'Never shown again' }),
    pix_key: Type.String({ maxLength: 100, description: 'The key that receives' }),
    certificate: Type.String({ maxLength: 20_000, description: 'Client certificate, PEM' }),
    private_key: Type.String({ maxLength: 20_000, description: 'Its key, PEM. Never shown again' }),
    authority: Type.Optional(
      Type.String({ maxLength: 50_000, description: "The bank's own certificate authority, PEM" }),
    ),
  }),
} as const satisfies Record<BankName, Type.TObject>

/** Settings of any bank. Each bank requires its own, so none is required here. */
export const AnyBankSettings = Type.Object(
  Object.fromEntries(
    Object.values(BANK_SETTINGS).flatMap((settings) => Object.entries(Type.Partial(settings).properties)),
  ),
  { description: 'For pix-bacen: all but authority are required' },
)
