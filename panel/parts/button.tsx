// A button with a busy state, in which it cannot be clicked again.
import wifiOff from 'icon:wifi-off'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useOnline } from '../api/use-online.ts'
import { cx } from '../logic/class-names.ts'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './button.module.css'
import { Icon } from './icon.tsx'

export type ButtonKind = 'main' | 'plain' | 'danger' | 'text' | 'bare'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind
  readonly icon?: IconShapes | undefined
  readonly isBusy?: boolean
  readonly isSmall?: boolean
  readonly isWide?: boolean
  readonly children?: ReactNode
}

export function Button({
  kind = 'plain',
  icon,
  isBusy = false,
  isSmall = false,
  isWide = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const words = useWords(partWords)
  const isOnline = useOnline()
  // Changes are impossible offline: submit, main and danger buttons are disabled and say why.
  const isBlockedOffline = !isOnline && (rest.type === 'submit' || kind === 'main' || kind === 'danger')
  const sign = isBlockedOffline ? wifiOff : icon
  return (
    <button
      type="button"
      {...rest}
      {...(isBlockedOffline && { title: words.noNetworkWrite })}
      disabled={disabled || isBusy || isBlockedOffline}
      aria-busy={isBusy || undefined}
      className={cx(buttonClass(kind, isSmall, isWide), isBusy && css.busy, className)}
    >
      {sign && <Icon of={sign} size={isSmall ? 16 : 18} />}
      {children !== undefined && <span>{children}</span>}
      {isBlockedOffline && <span className="hidden-text">{words.noNetworkWrite}</span>}
      {isBusy && <i className={css.turning} role="status" aria-label={words.busy} />}
    </button>
  )
}

/** Also used by links that look like buttons. */
export function buttonClass(kind: ButtonKind, isSmall = false, isWide = false): string {
  return cx(css.button, css[kind], isSmall && css.small, isWide && css.wide)
}
