// The distance of two places along a great circle.

interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** The mean radius: off by half a percent at most, since the Earth is no sphere. */
const EARTH_RADIUS_KM = 6371.0088
const RADIANS = Math.PI / 180

/** In whole kilometres. */
export function distanceKm(from: Position, to: Position): number {
  const halfHeight = Math.sin(((to.latitude - from.latitude) * RADIANS) / 2)
  const halfWidth = Math.sin(((to.longitude - from.longitude) * RADIANS) / 2)
  const narrowing = Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS)
  const chord = halfHeight ** 2 + narrowing * halfWidth ** 2
  return Math.round(2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord))))
}
