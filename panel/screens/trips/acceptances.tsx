// Who accepted the agency's terms on the travellers' page.
import type { TripDetail } from '../../../contract/trips.ts'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { useWords } from '../../words/language.tsx'
import css from './trips.module.css'
import { tripsWords } from './words.ts'

const SHOWN_DIGITS = 12

export function Acceptances({ of: { acceptances } }: { of: TripDetail }) {
  const words = useWords(tripsWords)
  if (acceptances.length === 0) return null
  return (
    <Card title={words.acceptances} sub={words.acceptancesSub}>
      <ul className={css.people}>
        {acceptances.map(({ accepted_at: at, name, terms_sha256: hash, ...proof }) => (
          <li key={`${at}${hash}`}>
            <span>{name}</span>
            <small className="quiet">
              <DateTime at={at} kind="stamp" /> · {words.termsVersion}{' '}
              <span className="code">{hash.slice(0, SHOWN_DIGITS)}</span>
            </small>
            <details className={css.proof}>
              <summary>{words.acceptedText}</summary>
              <p className="quiet">{words.acceptedFrom(proof.address)}</p>
              {proof.user_agent !== null && <p className="quiet">{proof.user_agent}</p>}
              <p>{proof.terms_text}</p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
