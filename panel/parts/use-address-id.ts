// The id in the path of a detail page.
import { usePlace } from '../api/place.ts'

export function useAddressId(): string {
  return usePlace().params.id ?? ''
}
