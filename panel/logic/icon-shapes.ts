// An icon as the build provides it: the shapes of a 24 by 24 SVG.
export type IconShapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
