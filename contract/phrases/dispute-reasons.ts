// Why the holder of a card contests a payment, by the bank's code, in words for the agency.
import type { ReaderLanguage } from './phrase.ts'

type Words = Readonly<Record<ReaderLanguage, string>>

const words = (en: string, pt: string): Words => ({ en, 'pt-BR': pt })

const FRAUD = words('The holder does not recognise the purchase.', 'O titular não reconhece a compra.')
const DISAGREEMENT = words(
  'The holder says that something was not as agreed.',
  'O titular informa que algo não foi como o combinado.',
)
const PROCESS = words(
  'The bank of the card found an error in the processing of the payment.',
  'O banco do cartão encontrou um erro no processamento do pagamento.',
)
const DOCUMENTS = words(
  'The bank of the card misses a readable document of the sale.',
  'O banco do cartão não recebeu um documento legível da venda.',
)
const NOT_AUTHORISED = words(
  'The bank of the card says that it had not authorised the payment.',
  'O banco do cartão informa que o pagamento não tinha autorização.',
)
const LEGAL = words(
  'The holder contests the payment under the rules of the card or the law.',
  'O titular contesta o pagamento com base nas regras do cartão ou na lei.',
)

/** The codes of Asaas. */
const BY_CODE: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    FRAUD,
    CARD_FRAUD: FRAUD,
    ABSENT_CARD_FRAUD: FRAUD,
    OTHER_ABSENT_CARD_FRAUD: FRAUD,
    CARD_ACTIVATED_PHONE_TRANSACTION: FRAUD,
    RIGHT_OF_FULL_RECOURSE_FOR_FRAUD: FRAUD,
    VISA_FRAUD_MONITORING_PROGRAM: FRAUD,
    COMMERCIAL_DISAGREEMENT: DISAGREEMENT,
    SERVICE_DISAGREEMENT_OR_DEFECTIVE_PRODUCT: DISAGREEMENT,
    UNQUALIFIED_CAR_RENTAL_DEBIT: DISAGREEMENT,
    SERVICE_NOT_RECEIVED: words(
      'The holder says that the service was not provided.',
      'O titular informa que o serviço não foi prestado.',
    ),
    SALE_CANCELED: words(
      'The holder says that the sale was cancelled.',
      'O titular informa que a venda foi cancelada.',
    ),
    RECURRENCE_CANCELED: words(
      'The holder had cancelled the recurring payment.',
      'O titular já tinha cancelado o pagamento recorrente.',
    ),
    DIFFERENT_PAY_METHOD: words(
      'The holder says that the purchase was paid in another way.',
      'O titular informa que pagou a compra de outra forma.',
    ),
    INCORRECT_TRANSACTION_VALUE: words(
      'The holder says that the amount is not the agreed one.',
      'O titular informa que o valor é diferente do combinado.',
    ),
    ORIGINAL_CREDIT_TRANSACTION_NOT_ACCEPTED: words(
      'The holder did not accept a credit on the card.',
      'O titular não aceitou um crédito no cartão.',
    ),
    PROCESS_ERROR: PROCESS,
    INVALID_DATA: PROCESS,
    INVALID_CURRENCY: PROCESS,
    LATE_PRESENTATION: PROCESS,
    CREDIT_OR_DEBIT_PRESENTATION_ERROR: PROCESS,
    MULTIPLE_ROCS: PROCESS,
    SPLIT_SALE: PROCESS,
    TRANSFERS_OF_DIVERSE_RESPONSIBILITIES: PROCESS,
    ABSENCE_OF_PRINT: DOCUMENTS,
    COPY_NOT_RECEIVED: DOCUMENTS,
    RECEIVED_COPY_ILLEGIBLE_OR_INCOMPLETE: DOCUMENTS,
    REQUIRED_AUTHORIZATION_NOT_GRANTED: NOT_AUTHORISED,
    CARD_RECOVERY_BULLETIN: NOT_AUTHORISED,
    WARNING_BULLETIN_FILE: NOT_AUTHORISED,
    LOCAL_REGULATORY_OR_LEGAL_DISPUTE: LEGAL,
    USA_CARDHOLDER_DISPUTE: LEGAL,
  }),
)

const OTHER = words(
  'The bank of the card gave a reason of its own: see its panel.',
  'O banco do cartão informou um motivo próprio: consulte o painel do banco.',
)

/** A neutral sentence for a code that is not known. */
export function disputeReason(code: string, language: ReaderLanguage): string {
  return (BY_CODE.get(code) ?? OTHER)[language]
}
