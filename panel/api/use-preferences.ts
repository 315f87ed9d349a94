// The preferences of this tab as a hook.
import { useSyncExternalStore } from 'react'
import { currentPreferences, type Preferences, subscribeToPreferences } from './preferences.ts'

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribeToPreferences, currentPreferences)
}
