// Banks with Banco Central's API Pix: the name, and the settings of a team's account.
import Type from 'typebox'

/** Banks with a known profile; generic follows the standard, with the rest in its settings. */
export const PIX_PROFILES = [
  'generic',
  'efi',
  'banco-do-brasil',
  'itau',
  'inter',
  'sicoob',
  'santander',
] as const
export type PixProfileName = (typeof PIX_PROFILES)[number]

export const RECEIVING_ACCOUNT_TYPES = ['checking', 'savings', 'payment'] as const

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description !== undefined && { description }) })
const optional = (maxLength: number, description: string) => Type.Optional(text(maxLength, description))

export const pix = {
  name: 'pix-bacen',
  settings: Type.Object({
    profile: optional(30, `Which bank it is: ${PIX_PROFILES.join(', ')}; generic if left out`),
    api_url: optional(500, "The bank's API Pix; that of the profile if left out"),
    token_url: optional(500, 'Its OAuth2 token endpoint; that of the profile if left out'),
    client_secret: optional(2000, 'Needed unless the certificate is all the proof. Never shown again'),
    client_id: text(500),
    app_key: optional(500, "Banco do Brasil's key of the application (gw-dev-app-key). Never shown again"),
    account: optional(50, "Inter's account, where the application has several"),
    pix_key: text(100, 'The key that receives'),
    token_auth: optional(10, 'How the secret is sent: basic or body; as the profile has it if left out'),
    scopes: optional(500, 'What is asked for with each token; what is used if left out'),
    headers: optional(4000, 'Sent with each call: `Name: value`, one a line. Never shown again'),
    certificate: text(20_000, 'Client certificate, PEM'),
    query: optional(2000, 'Sent with each call: `name=value&name=value`. Never shown again'),
    private_key: text(20_000, 'Its key, PEM. Never shown again'),
    authority: optional(50_000, "The bank's own certificate authority, PEM"),
    receiving_account: optional(
      20,
      'Number of the account that Pix Automático is paid into; without it no mandates are offered',
    ),
    receiving_branch: optional(4, 'Its branch, where it has one'),
    receiving_account_type: optional(10, `${RECEIVING_ACCOUNT_TYPES.join(', ')}; checking if left out`),
  }),
} as const

/**
 * Addresses are as the bank publishes them, with the version; a query is sent with each call. Certificates
 * are PEM, optionally with their chain. A given CA replaces the public ones.
 */
export type PixSettings = Type.Static<typeof pix.settings>
