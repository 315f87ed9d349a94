// The user's settings: agency, language, theme and sign-out. Phones show them on the page "Mais", larger screens in a
// dialog.
import user from 'icon:circle-user-round'
import { useState } from 'react'
import { navigate } from '../api/navigation.ts'
import { setPreferences } from '../api/preferences.ts'
import { usePreferences } from '../api/use-preferences.ts'
import { useProfile, useTeam } from '../api/use-team.ts'
import { PATHS } from '../logic/paths.ts'
import { Radio } from '../parts/checkbox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { chooseLanguage } from '../words/chosen-language.ts'
import { frameWords } from '../words/frame.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import css from './person-menu.module.css'
import { SignOutButton } from './sign-out-button.tsx'
import { applyTheme, chosenTheme, THEMES } from './theme.ts'

export function PersonChoices() {
  const words = useWords(frameWords)
  const language = useLanguage()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <div className={css.choices}>
      <TeamChoice />
      <div className={css.row}>
        <fieldset>
          <legend>{words.theme}</legend>
          {THEMES.map((one) => (
            <Radio
              key={one}
              name="theme"
              label={words.themes[one]}
              checked={theme === one}
              onChange={() => {
                setTheme(one)
                applyTheme(one)
              }}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{words.language}</legend>
          <Radio
            name="language"
            label="Português"
            checked={language === 'pt'}
            onChange={() => chooseLanguage('pt')}
          />
          <Radio
            name="language"
            label="English"
            checked={language === 'en'}
            onChange={() => chooseLanguage('en')}
          />
        </fieldset>
      </div>
      <div className={css.ends}>
        <ButtonLink to={PATHS.profile} icon={user}>
          {words.pages.profile}
        </ButtonLink>
        <SignOutButton />
      </div>
    </div>
  )
}

function TeamChoice() {
  const words = useWords(frameWords)
  const { data: profile } = useProfile()
  const { data: team } = useTeam()
  const { team: wished } = usePreferences()
  if (profile === undefined || profile.teams.length < 2) return null
  return (
    <fieldset>
      <legend>{words.teams}</legend>
      {profile.teams.map(({ id, name, role }) => (
        <Radio
          key={id}
          name="team"
          label={name}
          hint={words.roles[role]}
          checked={(wished ?? team?.id) === id}
          onChange={() => {
            setPreferences({ team: id })
            // The current screen shows data of the previous agency.
            void navigate(PATHS.start)
          }}
        />
      ))}
    </fieldset>
  )
}

/** The dialog with the user's settings. */
export function PersonDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords(frameWords)
  return (
    <Dialog title={words.account} isOpen={isOpen} onClose={onClose}>
      <PersonChoices />
    </Dialog>
  )
}
