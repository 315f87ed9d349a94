// An icon as the build hands it over: the shapes of a drawing of 24 by 24.
export type IconShapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
