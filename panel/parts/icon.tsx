// Draws an icon in the colour of the text beside it. Its meaning stands in words, so readers of screens skip it.
import { createElement, type ReactElement } from 'react'
import type { IconShapes } from '../kit/icon-shapes.ts'

export interface IconProps {
  readonly of: IconShapes
  readonly size?: number
  readonly className?: string | undefined
  /** For readers of screens, where nothing beside it says it. */
  readonly label?: string
}

/** The same shapes are the same elements, however often they stand on a screen. */
const drawn = new WeakMap<IconShapes, readonly ReactElement[]>()

function shapesOf(of: IconShapes): readonly ReactElement[] {
  const shapes =
    drawn.get(of) ??
    of.map(([tag, attributes]) => createElement(tag, { key: JSON.stringify(attributes), ...attributes }))
  drawn.set(of, shapes)
  return shapes
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
      {shapesOf(of)}
    </svg>
  )
}
