// The type of the form that the booking page's parts share.
import type { useApiForm } from '../../parts/form.tsx'
import type { TravellersForm } from './travellers.ts'

export type DeskForm = ReturnType<typeof useApiForm<TravellersForm>>
