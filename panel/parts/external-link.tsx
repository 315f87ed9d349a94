// A link that opens in a new tab: public pages and files.
import external from 'icon:external-link'
import type { ReactNode } from 'react'
import { type ButtonKind, buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

export function ExternalLink({
  href,
  kind = 'plain',
  children,
}: {
  href: string
  kind?: ButtonKind
  children: ReactNode
}) {
  return (
    <a href={href} target="_blank" rel="noopener" className={buttonClass(kind)}>
      <Icon of={external} size={16} />
      <span>{children}</span>
    </a>
  )
}
