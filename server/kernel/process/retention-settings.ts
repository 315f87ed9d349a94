// How long what happened is kept to be looked at, and how much of it a team may add. Housekeeping forgets the rest,
// once an hour.
import { setting, type ValuesOf, wholeNumber } from './setting.ts'

const TEN_YEARS = 3_660

export const RETENTION_SETTINGS = {
  keepEventsDays: setting(
    'KEEP_EVENTS_DAYS',
    '730',
    wholeNumber(30, TEN_YEARS),
    'Events; never shorter than their deliveries',
  ),
  keepDeliveriesDays: setting(
    'KEEP_DELIVERIES_DAYS',
    '30',
    wholeNumber(1, TEN_YEARS),
    'Ended deliveries of events, with what receivers answered',
  ),
  keepMailsDays: setting(
    'KEEP_MAILS_DAYS',
    '90',
    wholeNumber(1, TEN_YEARS),
    'Mails and messages that are done with',
  ),
  keepSearchesHours: setting(
    'KEEP_SEARCHES_HOURS',
    '24',
    wholeNumber(24, 720),
    'That there was a search; its offers go within hours',
  ),
  storedMbPerDay: setting(
    'STORED_MB_PER_DAY',
    '1024',
    wholeNumber(0, 10_000_000),
    'What a team may have stored in each mode, events included; 0 is no limit',
  ),
} as const

export type RetentionConfig = ValuesOf<typeof RETENTION_SETTINGS>
