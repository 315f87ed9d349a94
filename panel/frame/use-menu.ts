// The menu entries of the signed-in user, and the icon of each.
import calendar from 'icon:calendar-clock'
import chart from 'icon:chart-column'
import user from 'icon:circle-user-round'
import clipboard from 'icon:clipboard-list'
import clock from 'icon:clock-4'
import file from 'icon:file-text'
import house from 'icon:house'
import key from 'icon:key-round'
import luggage from 'icon:luggage'
import plane from 'icon:plane-takeoff'
import radio from 'icon:radio'
import receipt from 'icon:receipt-text'
import repeat from 'icon:repeat-2'
import scale from 'icon:scale'
import scroll from 'icon:scroll-text'
import building from 'icon:server-cog'
import settings from 'icon:settings'
import undo from 'icon:undo-2'
import users from 'icon:users-round'
import wallet from 'icon:wallet'
import webhook from 'icon:webhook'
import { usePreferences } from '../api/use-preferences.ts'
import { useProfile, useTeam } from '../api/use-team.ts'
import type { IconShapes } from '../logic/icon-shapes.ts'
import type { frameWords } from '../words/frame.ts'
import { type MenuGroup, menuFor } from './menu.ts'

export function useMenu(): MenuGroup[] {
  const { data: team } = useTeam()
  const { data: profile } = useProfile()
  const { mode } = usePreferences()
  const permissions = new Set(team?.permissions)
  return menuFor({ permissions, isTest: mode === 'test', isOperator: profile?.is_operator ?? false })
}

export const MENU_ICONS: Readonly<Record<keyof (typeof frameWords)['pt']['pages'], IconShapes>> = {
  start: house,
  flights: plane,
  bookings: clipboard,
  trips: luggage,
  deadlines: calendar,
  clients: users,
  wallet,
  invoices: receipt,
  creditNotes: undo,
  recurringInvoices: repeat,
  quotes: file,
  receivables: scale,
  reports: chart,
  keys: key,
  webhooks: webhook,
  events: radio,
  audit: scroll,
  sandbox: clock,
  settings,
  installation: building,
  profile: user,
}
