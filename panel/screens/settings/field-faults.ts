// Field errors that the screen finds, in the form of API errors, so that forms show them beside their fields.
import { ApiError } from '../../api/api-error.ts'

export type FieldFault = readonly [field: string, text: string]

/** Throws if there are any. */
export function throwFieldFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0)
    throw new ApiError(422, { details: faults.map(([field, issue]) => ({ field, issue })) })
}
