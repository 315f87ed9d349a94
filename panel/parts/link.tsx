// Ways to other screens, as text or as a button; addresses come from kit/paths.ts.
import type { MouseEvent, ReactNode } from 'react'
import { addressOf, go, prepareFor, usePlace } from '../api/place.ts'
import { cx } from '../kit/class-names.ts'
import type { IconShapes } from '../kit/icon-shapes.ts'
import { PATHS } from '../kit/paths.ts'
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

/** Without a look of its own. */
export function PlainLink({ to, search, children, ...rest }: PlainLinkProps) {
  const prepare = () => prepareFor(to)
  return (
    <a
      {...rest}
      href={addressOf(to, search)}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        void go(to, { ...(search && { search }) })
      }}
      onPointerEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
    >
      {children}
    </a>
  )
}

/** Of a menu: it says that one is there, or below. */
export function PlaceLink(props: LinkProps) {
  const { path } = usePlace()
  const { to } = props
  const isHere = path === to || (to !== PATHS.start && path.startsWith(`${to}/`))
  return <PlainLink {...props} aria-current={isHere ? 'page' : undefined} />
}

/** Not into another tab, and not to the disk. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
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
