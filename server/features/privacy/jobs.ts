// Declares the due work of erasing people.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Erases more of a person, some bites at a time; one person of a team and mode after the other. */
export const erasePersonJob = teamJob<{ erasure_id: string; part: number }>('erase-person', {
  waits: TECHNICAL,
  cap: 1,
})
