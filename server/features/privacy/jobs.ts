// Declares the due work of erasing people.
import { TECHNICAL, teamWork } from '../../kernel/jobs/declare-job.ts'

/** Erases more of a person, some bites at a time; one person of a team and mode after the other. */
export const erasePersonJob = teamWork<{ erasure_id: string; part: number }>('erase-person', {
  waits: TECHNICAL,
  cap: 1,
})
