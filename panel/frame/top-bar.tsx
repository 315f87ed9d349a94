// The bar above every screen: search, help and mode switch.
import help from 'icon:circle-question-mark'
import takeoff from 'icon:plane-takeoff'
import searchIcon from 'icon:search'
import { setPreferences } from '../api/preferences.ts'
import { usePreferences } from '../api/use-preferences.ts'
import type { GuidePlace } from '../logic/guide.ts'
import { PATHS } from '../logic/paths.ts'
import { Icon } from '../parts/icon.tsx'
import { PlainLink } from '../parts/link.tsx'
import { frameWords } from '../words/frame.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { Palette, usePalette } from './palette.tsx'
import css from './top-bar.module.css'

export function TopBar({ help: place }: { help: GuidePlace | null }) {
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
      <Help place={place} />
      <ModeSwitch />
      <Palette isOpen={palette.isOpen} onClose={palette.close} />
    </header>
  )
}

/** Opens the guide where it is about the current screen. English readers get the documents in English. */
function Help({ place }: { place: GuidePlace | null }) {
  const { help: name } = useWords(frameWords)
  const content = (
    <>
      <Icon of={help} />
      <span>{name}</span>
    </>
  )
  if (useLanguage() === 'en')
    return (
      <a href="/docs" target="_blank" rel="noopener" className={css.help} aria-label={name}>
        {content}
      </a>
    )
  const [page = '', section = ''] = place?.split('#') ?? []
  return (
    <PlainLink
      to={page === '' ? PATHS.help : PATHS.helpPage(page)}
      search={{ section }}
      className={css.help}
      aria-label={name}
    >
      {content}
    </PlainLink>
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
