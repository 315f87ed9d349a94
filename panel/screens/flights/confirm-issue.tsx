// Asks before tickets are issued: afterwards only the fare rules apply.
import type { CurrentOffer } from '../../../contract/flights.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { FareRules } from './fare-rules.tsx'
import { reserveWords } from './reserve-words.ts'

interface ConfirmIssueProps {
  readonly offer: CurrentOffer
  readonly isBusy: boolean
  readonly error: unknown
  readonly onClose: () => void
  readonly onConfirm: () => void
}

export function ConfirmIssue({ offer, ...rest }: ConfirmIssueProps) {
  const words = useWords(reserveWords)
  const formats = useFormats()
  const isHidden = useClientView()
  const { slices, passengers, client_amount: amount, conditions, total_currency, exchange_rate_used } = offer
  const trip = slices
    .map(({ origin, destination }) => `${origin.iata_code} – ${destination.iata_code}`)
    .join(', ')
  return (
    <Confirm title={words.confirmTitle} verb={words.confirmVerb} isOpen {...rest}>
      <p>{words.confirmText(passengers.length, trip)}</p>
      {!isHidden && (
        <p>
          <b>{words.confirmDebit(formats.money(amount))}</b>
        </p>
      )}
      <p>{words.confirmRules}</p>
      <FareRules of={{ slices, conditions, total_currency, exchange_rate_used }} />
    </Confirm>
  )
}
