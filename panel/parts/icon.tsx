// Draws an icon in the text's colour. Screen readers skip it, because a text beside it has the meaning.
import { createElement, type ReactElement } from 'react'
import type { IconShapes } from '../logic/icon-shapes.ts'

export interface IconProps {
  readonly of: IconShapes
  readonly size?: number
  readonly className?: string | undefined
  /** For screen readers, if no text beside the icon has its meaning. */
  readonly label?: string
}

/** Caches the elements of an icon, which can appear many times on a screen. */
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
