// Derives the browser and system from a user agent, so that users can recognise their devices.

export interface DeviceName {
  readonly browser: string
  readonly system: string
}

/** The first match wins: Edge and Opera also contain "Chrome", and Chrome contains "Safari". */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** The first match wins: Android also contains "Linux", and an iPhone "Mac". */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Undefined for programs and unknown browsers. */
export function deviceName(userAgent: string | null): DeviceName | undefined {
  const named = (rows: typeof BROWSERS) => rows.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  return browser === undefined || system === undefined ? undefined : { browser, system }
}

export function isPhone(userAgent: string | null): boolean {
  return /\b(?:iPhone|iPad|Android)\b/.test(userAgent ?? '')
}
