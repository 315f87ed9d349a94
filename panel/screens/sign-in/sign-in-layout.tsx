// The layout of all sign-in pages: the brand at one side, the form at the other.
import takeoff from 'icon:plane-takeoff'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Toasts } from '../../parts/toast.tsx'
import { chooseLanguage } from '../../words/chosen-language.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import css from './sign-in-layout.module.css'

export interface SignInLayoutProps {
  readonly title: string
  readonly lead?: string
  /** A notice shown first, such as an ended session. */
  readonly note?: string | undefined
  /** The notice is an error. */
  readonly isBad?: boolean
  readonly children: ReactNode
}

const FLIGHTS = ['GRU → LIS', 'CGH → SDU', 'BSB → SSA'] as const

export function SignInLayout({ title, lead, note, isBad = false, children }: SignInLayoutProps) {
  const words = useWords(signInWords)
  const language = useLanguage()
  useEffect(() => {
    document.title = `${title} · Embarque`
  }, [title])
  return (
    <div className={css.door}>
      <header className={css.sign}>
        <p className={css.brand}>
          <span className={css.plate}>
            <Icon of={takeoff} size={24} />
          </span>
          Embarque
        </p>
        <p className={css.lead}>{words.lead}</p>
        <div className={css.board} aria-hidden>
          {FLIGHTS.map((flight) => (
            <span key={flight}>
              {flight}
              <b>OK</b>
            </span>
          ))}
        </div>
      </header>
      <main className={css.paper}>
        <div className={css.form}>
          <div>
            <h1 tabIndex={-1}>{title}</h1>
            {lead !== undefined && <p className="quiet">{lead}</p>}
          </div>
          {note !== undefined && (
            <p className={isBad ? css.bad : css.note} role={isBad ? 'alert' : 'status'}>
              {note}
            </p>
          )}
          {children}
          <p className={css.languages}>
            <Button kind="text" aria-pressed={language === 'pt'} onClick={() => chooseLanguage('pt')}>
              Português
            </Button>
            <Button kind="text" aria-pressed={language === 'en'} onClick={() => chooseLanguage('en')}>
              English
            </Button>
          </p>
        </div>
      </main>
      <Toasts />
    </div>
  )
}
