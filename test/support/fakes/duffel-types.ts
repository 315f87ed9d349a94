// Lets the fake's responses be checked against the types of Duffel's own SDK (`@duffel/api/types`), an independent
// description of the API. Its code is not used.
/// <reference types="@duffel/api" />

/**
 * The SDK declares most fields as required. Airlines send less, and the API's description allows null: so names and
 * types are checked, and null is accepted.
 */
export type WithGaps<T> = T extends readonly (infer Item)[]
  ? WithGaps<Item>[]
  : T extends object
    ? { [Name in keyof T]: WithGaps<T[Name]> | null }
    : T
