// The id in a detail's address.
import { usePlace } from '../api/place.ts'

export function useAddressId(): string {
  return usePlace().params.id ?? ''
}
