// Why a payer's bank refuses a debit of Pix Automático, by its code, in words for the agency and the client.
import type { MandateObstacle } from '../mandate-states.ts'
import type { ReaderLanguage } from './phrase.ts'

type Words = Readonly<Record<ReaderLanguage, string>>

const words = (en: string, pt: string): Words => ({ en, 'pt-BR': pt })

const UNFIT = words(
  'The bank found that the charge does not match the authorization.',
  'O banco informou que a cobrança não confere com a autorização.',
)
const BANK_ERROR = words(
  "The client's bank had a technical problem.",
  'O banco do cliente teve um problema técnico.',
)
const NO_BALANCE = words(
  'There was not enough balance in the account, or the bank did not debit it.',
  'Não havia saldo suficiente na conta ou o banco não fez o débito.',
)

const BY_CODE: Readonly<Record<string, Words>> = {
  AB10: BANK_ERROR,
  AC05: words("The client's account was closed.", 'A conta do cliente foi encerrada.'),
  AC06: words("The client's account is blocked.", 'A conta do cliente está bloqueada.'),
  AM02: words(
    'The amount is above the limit that the client set at their bank.',
    'O valor é maior que o limite definido pelo cliente no banco.',
  ),
  AM09: words(
    'The amount is not the one that the client authorized.',
    'O valor é diferente do que o cliente autorizou.',
  ),
  DENC: words(
    'The CPF or CNPJ is not the one of the authorization.',
    'O CPF ou CNPJ é diferente do informado na autorização.',
  ),
  DS27: words(
    "The client's bank does not take part in Pix Automático.",
    'O banco do cliente não participa do Pix Automático.',
  ),
  DTED: words('The due date does not fit the authorization.', 'O vencimento não confere com a autorização.'),
  DTNT: words(
    'The charge reached the bank outside the permitted days.',
    'A cobrança chegou ao banco fora do prazo permitido.',
  ),
  FBRD: words('The bank refused the debit.', 'O banco recusou o débito.'),
  IRNT: words(
    'The bank takes no further attempts for this charge.',
    'O banco não aceita mais tentativas para esta cobrança.',
  ),
  MIDI: UNFIT,
  MSUC: words('The charge had been paid or sent before.', 'A cobrança já tinha sido paga ou enviada antes.'),
  NIEC: UNFIT,
  NIPA: UNFIT,
  NITX: UNFIT,
  QUNT: UNFIT,
  RC09: BANK_ERROR,
  UDEI: UNFIT,
}

/** A bank that lacks balance sends no code. */
export function debitRefusal(code: string | null, language: ReaderLanguage): string {
  if (code === null) return NO_BALANCE[language]
  const known = BY_CODE[code]
  if (known !== undefined) return known[language]
  return language === 'en' ? `The bank refused the debit (${code}).` : `O banco recusou o débito (${code}).`
}

const OBSTACLES: Readonly<Record<MandateObstacle, Words>> = {
  amount_differs: words(
    'The amount of the invoice is not the one that the client authorized.',
    'O valor da fatura é diferente do que o cliente autorizou.',
  ),
  too_late: words(
    'The debit must be asked for at least 3 days before the due date.',
    'O débito precisa ser pedido pelo menos 3 dias antes do vencimento.',
  ),
  cycle_used: words(
    'Another invoice of the same period is debited already.',
    'Já há outra fatura debitada no mesmo período.',
  ),
  outside_mandate: words(
    'The due date lies outside the authorization.',
    'O vencimento está fora do período autorizado.',
  ),
  bank_refused: words('The bank of the agency refused the request.', 'O banco da agência recusou o pedido.'),
  debit_refused: words("The client's bank refused the debit.", 'O banco do cliente recusou o débito.'),
  mandate_ended: words('The authorization has ended.', 'A autorização foi encerrada.'),
  provider_disconnected: words('The bank is not connected any more.', 'O banco não está mais conectado.'),
}

/** Why an invoice is paid like any other; a refusal of the payer's bank in its own words. */
export function debitObstacle(
  obstacle: MandateObstacle,
  refusedCode: string | null | undefined,
  language: ReaderLanguage,
): string {
  const isExplained = obstacle === 'debit_refused' && refusedCode !== undefined
  return isExplained ? debitRefusal(refusedCode, language) : OBSTACLES[obstacle][language]
}
