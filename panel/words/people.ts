// Words of the people of a team: who they are, what each role may do, who is invited.
import { en } from './en/people.ts'
import { pt } from './pt/people.ts'

export const peopleWords = { pt, en }
