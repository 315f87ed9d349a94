// The banks that can be connected, and the settings that each needs.

/** The input of a field: secrets are never shown again, PEM can be read from a file. */
export type BankFieldKind =
  | 'text'
  | 'secret'
  | 'pem'
  | 'secretPem'
  | 'methods'
  | 'tokenAuth'
  | 'accountType'
  | 'lines'

export const BANK_FIELDS = {
  access_token: 'secret',
  webhook_secret: 'secret',
  api_key: 'secret',
  methods: 'methods',
  alert_email: 'text',
  client_id: 'text',
  client_secret: 'secret',
  app_key: 'secret',
  account: 'text',
  pix_key: 'text',
  certificate: 'pem',
  private_key: 'secretPem',
  api_url: 'text',
  token_url: 'text',
  authority: 'pem',
  token_auth: 'tokenAuth',
  scopes: 'text',
  headers: 'lines',
  query: 'text',
  receiving_account: 'text',
  receiving_branch: 'text',
  receiving_account_type: 'accountType',
} as const satisfies Readonly<Record<string, BankFieldKind>>

export type BankField = keyof typeof BANK_FIELDS

interface BankForm {
  readonly provider: 'simulated' | 'pix-bacen' | 'asaas' | 'mercado-pago' | 'pix-key'
  /** For banks with the Pix API of the central bank. */
  readonly profile?: string
  readonly needs: readonly BankField[]
  /** Optional fields. */
  readonly may: readonly BankField[]
  /** Optional fields for unusual setups. */
  readonly rarely: readonly BankField[]
}

/** The account that Pix Automático is paid into. */
const MANDATE_FIELDS = ['receiving_account', 'receiving_branch', 'receiving_account_type'] as const

const PIX = {
  provider: 'pix-bacen',
  needs: ['client_id', 'client_secret', 'pix_key', 'certificate', 'private_key'],
  may: MANDATE_FIELDS,
  rarely: ['api_url', 'token_url', 'authority', 'token_auth', 'scopes', 'headers', 'query'],
} as const satisfies BankForm

const BANK_FORMS = {
  asaas: { provider: 'asaas', needs: ['api_key', 'methods'], may: ['alert_email'], rarely: ['api_url'] },
  'mercado-pago': {
    provider: 'mercado-pago',
    needs: ['access_token'],
    may: ['webhook_secret'],
    rarely: ['api_url'],
  },
  'banco-do-brasil': { ...PIX, profile: 'banco-do-brasil', needs: [...PIX.needs, 'app_key'] },
  efi: { ...PIX, profile: 'efi' },
  inter: { ...PIX, profile: 'inter', may: ['account', ...MANDATE_FIELDS] },
  itau: { ...PIX, profile: 'itau' },
  santander: { ...PIX, profile: 'santander' },
  sicoob: { ...PIX, profile: 'sicoob', needs: ['client_id', 'pix_key', 'certificate', 'private_key'] },
  generic: {
    ...PIX,
    profile: 'generic',
    needs: ['api_url', 'token_url', 'client_id', 'pix_key', 'certificate', 'private_key'],
    may: ['client_secret', ...MANDATE_FIELDS],
    rarely: ['authority', 'token_auth', 'scopes', 'headers', 'query'],
  },
  'pix-key': { provider: 'pix-key', needs: ['pix_key'], may: [], rarely: [] },
  simulated: { provider: 'simulated', needs: [], may: [], rarely: [] },
} as const satisfies Readonly<Record<string, BankForm>>

export type BankChoice = keyof typeof BANK_FORMS

/** Real banks never serve test mode, the simulated bank serves only test mode, and a Pix key serves both. */
export function bankChoices(isTest: boolean): BankChoice[] {
  const all = Object.keys(BANK_FORMS).filter(isChoice)
  return all.filter((choice) => choice === 'pix-key' || (choice === 'simulated') === isTest)
}

export function bankForm(choice: BankChoice): BankForm {
  return BANK_FORMS[choice]
}

export function choiceOf(provider: string, profile: unknown): BankChoice {
  const name = provider === 'pix-bacen' ? String(profile) : provider
  return isChoice(name) ? name : 'generic'
}

/** The settings to send: the filled fields of this bank. */
export function bankSettings(choice: BankChoice, typed: Readonly<Record<string, string | undefined>>) {
  const { needs, may, rarely, profile } = bankForm(choice)
  const fields = [...needs, ...may, ...rarely].flatMap((name) => {
    const value = typed[name]?.trim() ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(fields), ...(profile !== undefined && { profile }) }
}

/** The required fields that are empty. */
export function missingFields(
  choice: BankChoice,
  typed: Readonly<Record<string, string | undefined>>,
): BankField[] {
  return bankForm(choice).needs.filter((name) => (typed[name]?.trim() ?? '') === '')
}

function isChoice(name: string): name is BankChoice {
  return name in BANK_FORMS
}
