// Virtual modules of the build: icons as shapes, routes and schemas of the contract as data, the user guide, and the
// table of screens.
declare module 'icon:*' {
  const shapes: import('./logic/icon-shapes.ts').IconShapes
  export default shapes
}
declare module 'contract:routes' {
  export const ROUTES: Readonly<Record<string, import('./api/route.ts').Route>>
}
declare module 'schema:*' {
  const schema: import('./logic/check-input.ts').InputSchema
  export default schema
}
declare module 'guide:pages' {
  export const PAGES: readonly import('./logic/guide.ts').GuidePage[]
  /** The paths of the pictures, by their names. */
  export const PICTURES: Readonly<Record<string, string>>
}
declare module 'screens:table' {
  export const SCREENS: readonly import('./main/router.tsx').ScreenRow[]
}
