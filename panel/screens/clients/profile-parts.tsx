// Documents and loyalty numbers, as the file of a client and that of a companion show them.
import type { FileDocument } from '../../../contract/client-file.ts'
import type { LoyaltyAccount } from '../../../contract/passengers.ts'
import { useNow } from '../../api/use-team.ts'
import { type Validity, validityOf } from '../../logic/traveller-file.ts'
import { Day } from '../../parts/date-time.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './profile.module.css'
import { fileWords } from './profile-words.ts'

const KINDS: Readonly<Record<Validity, StatusKind>> = {
  valid: 'ok',
  twelveMonths: 'info',
  sixMonths: 'wait',
  expired: 'bad',
}

export function Documents({ of: documents }: { of: readonly FileDocument[] }) {
  const words = useWords(fileWords)
  const formats = useFormats()
  const now = useNow()
  return (
    <ul className={css.lines}>
      {documents.map(({ id, type, number, issuing_country_code: country, expires_on: expiry }) => {
        const validity = expiry !== null && now && validityOf(expiry, formats.isoDay(now))
        return (
          <li key={id}>
            <div className={css.line}>
              <span>
                {words.documentTypes[type]} <small className="quiet">{country}</small>
              </span>
              <b className="code">{number}</b>
            </div>
            {expiry !== null && (
              <div className={css.line}>
                <small className="quiet">
                  {words.expiresOn}: <Day of={expiry} kind="date" />
                </small>
                {validity && <Status kind={KINDS[validity]}>{words.validity[validity]}</Status>}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export function LoyaltyAccounts({ of: accounts }: { of: readonly LoyaltyAccount[] }) {
  return (
    <ul className={css.lines}>
      {accounts.map(({ airline_iata_code: airline, account_number: number }) => (
        <li key={`${airline} ${number}`}>
          <div className={css.line}>
            <span className="code">{airline}</span>
            <b className="code">{number}</b>
          </div>
        </li>
      ))}
    </ul>
  )
}
