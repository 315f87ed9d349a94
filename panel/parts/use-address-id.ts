// The id in a detail's address.
import { useParams } from '@tanstack/react-router'

export function useAddressId(): string {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false })
  return typeof params.id === 'string' ? params.id : ''
}
