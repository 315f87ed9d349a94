// Declares the due work of people.
import { TECHNICAL } from '../outbox/waits.ts'
import { teamWork } from '../outbox/work.ts'

/** What somebody is told of what happened to their account. */
export type PersonNotice = 'password_changed'

/** A mail to a person. Served by notices, which people know nothing of. */
export const personMail = teamWork<{ personId: string; notice: PersonNotice }>('person-mail', {
  waits: TECHNICAL,
  cap: 2,
})
