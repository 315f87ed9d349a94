// Declares the job that erases people.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Erases some batches of a person; one person of a team and mode after the other. */
export const erasePersonJob = teamJob<{ erasure_id: string; part: number }>('erase-person', {
  waits: TECHNICAL,
  cap: 1,
})
