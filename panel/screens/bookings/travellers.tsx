// The passengers with their tickets, and their documents if the user may see them.
import type { ResponseOf } from '../../api/operations.ts'
import { maskPhone } from '../../logic/masks.ts'
import { Card } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Badge } from '../../parts/status.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './travellers.module.css'
import { bookingWords } from './words.ts'

type Booking = ResponseOf<'bookings.read'>
type Traveller = Booking['passengers'][number]

export function Travellers({ booking }: { booking: Booking }) {
  const words = useWords(bookingWords)
  const { passengers, documents } = booking
  return (
    <Card title={words.travellers} sub={words.travellerCount(passengers.length)}>
      <ul className={css.list}>
        {passengers.map((one) => (
          <li key={one.id}>
            <Person of={one} infant={passengers.find(({ id }) => id === one.infant_passenger_id)} />
            <Tickets
              numbers={documents
                .filter(({ passenger_id: id }) => id === one.id)
                .map(({ unique_identifier: number }) => number)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Person({ of, infant }: { of: Traveller; infant: Traveller | undefined }) {
  const words = useWords(bookingWords)
  const formats = useFormats()
  const facts = [
    words.born(formats.date(of.born_on)),
    of.email,
    maskPhone(of.phone_number),
    ...of.identity_documents.map(
      (one) =>
        `${words.documents[one.type]} ${one.unique_identifier} (${one.issuing_country_code})${
          one.expires_on === undefined ? '' : `, ${formats.date(one.expires_on)}`
        }`,
    ),
    ...of.loyalty_programme_accounts.map(
      (one) => `${words.loyalty} ${one.airline_iata_code} ${one.account_number}`,
    ),
    ...(infant === undefined ? [] : [words.withInfant(nameOf(infant))]),
  ]
  return (
    <div className={css.person}>
      <p className={css.name}>
        {nameOf(of)} <Badge>{words.travellerTypes[of.type]}</Badge>
      </p>
      <ul className={css.facts}>
        {facts
          .filter((fact) => fact !== '')
          .map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
      </ul>
    </div>
  )
}

function Tickets({ numbers }: { numbers: readonly string[] }) {
  const words = useWords(bookingWords)
  if (numbers.length === 0) return <p className={css.none}>{words.noTicket}</p>
  return (
    <ul className={css.tickets}>
      {numbers.map((number) => (
        <li key={number}>
          <span>{words.ticket}</span>
          <b className="code">{number}</b>
          <CopyButton text={number} what={words.ticketNumber} />
        </li>
      ))}
    </ul>
  )
}

function nameOf({ given_name: given, family_name: family }: Traveller): string {
  return `${given} ${family}`
}
