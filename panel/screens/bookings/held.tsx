// A booking on hold: the payment deadline and the wallet's balance.
import { useState } from 'react'
import { useLocation } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useWords } from '../../words/language.tsx'
import css from './booking.module.css'
import { Pay } from './pay.tsx'
import { bookingWords } from './words.ts'

export function Held({ booking }: { booking: ResponseOf<'bookings.read'> }) {
  const words = useWords(bookingWords)
  const now = useNow()
  const mayPay = usePermission('bookings.write')
  const [isOpen, setOpen] = useState(useLocation().search.pagar !== undefined)
  const { payment_required_by: until, price_guarantee_expires_at: guaranteed } = booking.payment_status
  return (
    <Card title={words.onHold}>
      {until !== null && now !== undefined && (
        <p className={css.left}>
          <TimeLeft until={until} now={now} />
        </p>
      )}
      <KeyValues
        rows={[
          [words.payBy, until !== null && <DateTime at={until} />],
          [words.priceUntil, guaranteed !== null && guaranteed !== until && <DateTime at={guaranteed} />],
        ]}
      />
      {mayPay && booking.payment_status.awaiting_payment && (
        <div className={css.ends}>
          <Button kind="main" isWide onClick={() => setOpen(true)}>
            {words.pay}
          </Button>
        </div>
      )}
      {isOpen && <Pay id={booking.id} onClose={() => setOpen(false)} />}
    </Card>
  )
}
