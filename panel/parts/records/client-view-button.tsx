// The button that hides the agency's earnings. In client view, its label does not reveal what it shows.
import eye from 'icon:eye'
import eyeOff from 'icon:eye-off'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { Button } from '../button.tsx'
import css from './client-view.module.css'
import { CLIENT_VIEW_KEY, toggleClientView, useClientView, useClientViewKey } from './client-view.ts'

export function ClientViewButton() {
  const words = useWords(flightWords)
  const isHidden = useClientView()
  useClientViewKey()
  return (
    <Button
      icon={isHidden ? eye : eyeOff}
      aria-keyshortcuts={CLIENT_VIEW_KEY}
      title={words.keyHint(CLIENT_VIEW_KEY)}
      onClick={toggleClientView}
    >
      {isHidden ? words.showCommission : words.hideCommission}
      <kbd className={css.key} aria-hidden>
        {CLIENT_VIEW_KEY}
      </kbd>
    </Button>
  )
}
