// Links to other screens, as text or as a button; paths come from logic/paths.ts.
import type { ReactNode } from 'react'
import { addressOf, useLocation } from '../api/navigation.ts'
import { cx } from '../logic/class-names.ts'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { PATHS } from '../logic/paths.ts'
import { type ButtonKind, buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import css from './link.module.css'

export interface LinkProps {
  readonly to: string
  /** The filters of a list. */
  readonly search?: Readonly<Record<string, string>>
  readonly className?: string | undefined
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

export function Link({ className, ...rest }: LinkProps) {
  return <PlainLink {...rest} className={cx(css.link, className)} />
}

interface PlainLinkProps extends LinkProps {
  readonly 'aria-current'?: 'page' | undefined
}

/** An unstyled link, which api/navigation.ts handles. */
export function PlainLink({ to, search, ...rest }: PlainLinkProps) {
  return <a {...rest} href={addressOf(to, search)} />
}

/** A menu link that marks the current page and its subpages. */
export function NavLink(props: LinkProps) {
  const { path } = useLocation()
  const { to } = props
  const isCurrent = path === to || (to !== PATHS.start && path.startsWith(`${to}/`))
  return <PlainLink {...props} aria-current={isCurrent ? 'page' : undefined} />
}

export interface ButtonLinkProps extends LinkProps {
  readonly kind?: ButtonKind
  readonly icon?: IconShapes | undefined
  readonly isSmall?: boolean
  readonly isWide?: boolean
}

export function ButtonLink({
  kind = 'plain',
  icon,
  isSmall,
  isWide,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <PlainLink {...rest} className={cx(buttonClass(kind, isSmall, isWide), className)}>
      {icon && <Icon of={icon} size={isSmall ? 16 : 18} />}
      <span>{children}</span>
    </PlainLink>
  )
}
