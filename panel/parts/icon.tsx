// Draws an icon in the colour of the text beside it. Its meaning stands in words, so readers of screens skip it.
import { createElement } from 'react'
import type { IconShapes } from '../kit/icon-shapes.ts'

export interface IconProps {
  readonly of: IconShapes
  readonly size?: number
  readonly className?: string | undefined
  /** For readers of screens, where nothing beside it says it. */
  readonly label?: string
}

export function Icon({ of, size = 18, className, label }: IconProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a name, or is hidden from readers of screens
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {of.map(([tag, attributes]) => createElement(tag, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  )
}
