// An error of a part of the screen, with a retry button if a retry can help.
import lock from 'icon:lock'
import refresh from 'icon:refresh-cw'
import triangle from 'icon:triangle-alert'
import wifiOff from 'icon:wifi-off'
import { useEffect } from 'react'
import { ApiError, canRetry, NO_NETWORK } from '../api/api-error.ts'
import { cx } from '../logic/class-names.ts'
import { PATHS } from '../logic/paths.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import css from './empty-state.module.css'
import { failureText } from './failure-text.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

export interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly isBusy?: boolean
  /** The screen has no other content, so the title is its heading. */
  readonly isPage?: boolean
}

export function ErrorState({ error, onRetry, isBusy = false, isPage = false }: ErrorStateProps) {
  const words = useWords(partWords)
  const { title, text } = failureText(error, words)
  const { code, status, requestId } = error instanceof ApiError ? error : new ApiError(500, {})
  useEffect(() => {
    if (isPage) document.title = `${title} · Embarque`
  }, [isPage, title])
  const icon = code === NO_NETWORK ? wifiOff : status === 403 ? lock : triangle
  return (
    <div className={css.state} role="alert">
      <span className={cx(css.sign, status !== 403 && css.bad)}>
        <Icon of={icon} size={22} />
      </span>
      {isPage ? (
        <h1 tabIndex={-1} className={css.title}>
          {title}
        </h1>
      ) : (
        <p className={css.title}>{title}</p>
      )}
      <p className={css.text}>{text}</p>
      {onRetry && canRetry(error) && (
        <div className={css.ways}>
          <Button icon={refresh} isBusy={isBusy} onClick={onRetry}>
            {words.retry}
          </Button>
        </div>
      )}
      {status === 404 && <Link to={PATHS.start}>{words.home}</Link>}
      {requestId !== undefined && status >= 500 && (
        <p className={css.reference}>
          {words.failed.reference}: <span className="code">{requestId}</span>
        </p>
      )}
    </div>
  )
}
