// The bar above every screen: search and mode switch.
import takeoff from 'icon:plane-takeoff'
import searchIcon from 'icon:search'
import { setPreferences } from '../api/preferences.ts'
import { usePreferences } from '../api/use-preferences.ts'
import { PATHS } from '../kit/paths.ts'
import { Icon } from '../parts/icon.tsx'
import { PlainLink } from '../parts/link.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { Palette, usePalette } from './palette.tsx'
import css from './top-bar.module.css'

export function TopBar() {
  const words = useWords(frameWords)
  const palette = usePalette()
  return (
    <header className={css.top}>
      <PlainLink to={PATHS.start} className={css.sign} aria-label={words.pages.start}>
        <Icon of={takeoff} />
      </PlainLink>
      <button type="button" className={css.find} onClick={palette.open}>
        <Icon of={searchIcon} size={16} />
        <span>{words.find}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <ModeSwitch />
      <Palette isOpen={palette.isOpen} onClose={palette.close} />
    </header>
  )
}

function ModeSwitch() {
  const words = useWords(frameWords)
  const { mode } = usePreferences()
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons in a bar are no set of form fields
    <div role="group" aria-label={words.mode} className={css.mode}>
      {(['live', 'test'] as const).map((one) => (
        <button
          key={one}
          type="button"
          data-mode={one}
          aria-pressed={mode === one}
          onClick={() => setPreferences({ mode: one })}
        >
          {words[one]}
        </button>
      ))}
    </div>
  )
}
