// Distances and flying times.

interface Position {
  readonly latitude: number
  readonly longitude: number
}

const EARTH_KM = 6371.0088
const RADIANS = Math.PI / 180

/** Along the great circle, in whole kilometres. */
export function distanceKm(a: Position, b: Position): number {
  const latitude = ((b.latitude - a.latitude) * RADIANS) / 2
  const longitude = ((b.longitude - a.longitude) * RADIANS) / 2
  const share =
    Math.sin(latitude) ** 2 +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(longitude) ** 2
  return Math.max(1, Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(share)))))
}

/** From gate to gate, in steps of 5 minutes. */
export function blockMinutes(km: number): number {
  const minutes = km < 1_500 ? 36 + km / 12.9 : km < 4_000 ? 40 + km / 13.7 : 45 + km / 14.55
  return Math.round(minutes / 5) * 5
}
