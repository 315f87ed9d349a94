// The kinds of items, in the order in which they are offered, with their icons.
import bed from 'icon:bed-double'
import van from 'icon:bus'
import car from 'icon:car'
import bell from 'icon:concierge-bell'
import map from 'icon:map'
import package_ from 'icon:package'
import plane from 'icon:plane'
import receipt from 'icon:receipt-text'
import shield from 'icon:shield-check'
import ship from 'icon:ship'
import type { TripItemKind } from '../../../contract/trips.ts'
import type { IconShapes } from '../../logic/icon-shapes.ts'

export const KIND_ICONS: Readonly<Record<TripItemKind, IconShapes>> = {
  flight: plane,
  lodging: bed,
  package: package_,
  insurance: shield,
  car,
  transfer: van,
  cruise: ship,
  tour: map,
  service: bell,
  fee: receipt,
}

export const KINDS = Object.keys(KIND_ICONS) as TripItemKind[]

export function isKind(text: string): text is TripItemKind {
  return Object.hasOwn(KIND_ICONS, text)
}
