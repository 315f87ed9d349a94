// The theme of this browser: light, dark, or the system's.
const NAME = 'embarque.theme'
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(NAME)
  return THEMES.find((theme) => theme === chosen) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(NAME, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
