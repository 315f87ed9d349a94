// Lets the fake's answers be held against the types of Duffel's own SDK (`@duffel/api/types`): what another hand says
// the API answers. Its code is not used.
/// <reference types="@duffel/api" />

/**
 * The SDK says of most fields that they are always there. Airlines say less, and the API's description has null for it:
 * so every name and type is held, and null is let through.
 */
export type WithGaps<T> = T extends readonly (infer Item)[]
  ? WithGaps<Item>[]
  : T extends object
    ? { [Name in keyof T]: WithGaps<T[Name]> | null }
    : T
