// The pictures of the user guide: a screen for each, on a desk in the light and in Portuguese. They need no ids, so that any
// agency can be pictured.
import type { Look } from './browser.ts'
import { legsAfter } from './screens.ts'

export const PICTURE_LOOK: Look = { width: 1280, theme: 'light', language: 'pt', mode: 'test' }

export interface GuidePicture {
  readonly name: string
  readonly path: string
  /** The picture is of the first record in the list at this path. */
  readonly opensFirst?: true
  /** The whole page instead of what fits on a screen. */
  readonly isWhole?: true
}

/** `now` is by the clock of the agency. */
export const guidePictures = (now: Date): readonly GuidePicture[] => [
  { name: 'inicio', path: '/', isWhole: true },
  { name: 'buscar-voos', path: `/voos?legs=${legsAfter(now)}` },
  { name: 'reserva', path: '/reservas?status=ticketed', opensFirst: true },
  { name: 'viagem', path: '/viagens', opensFirst: true },
  { name: 'orcamento', path: '/orcamentos?status=sent', opensFirst: true },
  { name: 'fatura', path: '/faturas?status=sent&payment_status=pending', opensFirst: true },
  { name: 'recorrente', path: '/recorrentes', opensFirst: true },
  { name: 'carteira', path: '/carteira' },
  { name: 'ativacao', path: '/configuracoes/prontidao' },
]
