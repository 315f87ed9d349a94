// What is wrong with fields, found by the screen and said as the API would say it, so that forms show it beside them.
import { ApiError } from '../../api/api-error.ts'

export type FieldFault = readonly [field: string, text: string]

/** Refuses where there are any. */
export function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0)
    throw new ApiError(422, { details: faults.map(([field, issue]) => ({ field, issue })) })
}
