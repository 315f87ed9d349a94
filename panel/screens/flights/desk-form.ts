// The form that its parts share: travellers and contact.
import type { useApiForm } from '../../parts/form.tsx'
import type { TravellersForm } from './travellers.ts'

export type DeskForm = ReturnType<typeof useApiForm<TravellersForm>>
