// Settings of people's sessions.
import { setting, type ValuesOf, wholeNumber } from '../../kernel/process/settings.ts'

export const PEOPLE_SETTINGS = {
  sessionIdleHours: setting(
    'SESSION_IDLE_HOURS',
    '12',
    wholeNumber(1, 720),
    'Hours after which an unused session ends',
  ),
  sessionDays: setting(
    'SESSION_DAYS',
    '14',
    wholeNumber(1, 90),
    'Days after which a session ends, used or not',
  ),
} as const

export type PeopleConfig = ValuesOf<typeof PEOPLE_SETTINGS>
