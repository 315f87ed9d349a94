// In what banks with the API Pix differ, as data: one literal for each, with where its facts come from.

/**
 * Texts may name settings, such as {client_id}; a header or parameter whose setting is left out is not sent. {uuid} is
 * another one each time.
 */
export interface PixProfile {
  /** For people. */
  readonly bank: string
  /** Null where each customer is told its own. */
  readonly apiUrl: string | null
  readonly tokenUrl: string | null
  /** Where the client's id and secret stand in the request for a token. */
  readonly tokenAuth: 'basic' | 'body'
  readonly tokenBody: 'form' | 'json'
  /** Without one, the certificate is the proof. */
  readonly secret: 'required' | 'optional'
  /** Empty: the bank knows them by the application, and none is asked for. */
  readonly scopes: string
  readonly needs: readonly 'app_key'[]
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly webhookHeaders: Readonly<Record<string, string>>
  /** Part of the address that is another one for PATCH. */
  readonly patchPath: { readonly from: string; readonly to: string } | null
  /** Where nothing came in, the list of payments is not found. */
  readonly listsNothingAs404: boolean
}

/** Those that are used, and no other. */
const USED_SCOPES = 'cob.write cob.read pix.read pix.write webhook.write'

export const STANDARD = {
  apiUrl: null,
  tokenUrl: null,
  tokenAuth: 'basic',
  tokenBody: 'form',
  secret: 'required',
  scopes: USED_SCOPES,
  needs: [],
  headers: {},
  query: {},
  webhookHeaders: {},
  patchPath: null,
  listsNothingAs404: false,
} as const satisfies Omit<PixProfile, 'bank'>
