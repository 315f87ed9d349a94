// Which browser and system somebody sits at, from what the browser said of itself: enough to know one's own devices by.

export interface DeviceName {
  readonly browser: string
  readonly system: string
}

/** The first that is found: Edge and Opera say Chrome too, and Chrome says Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Android says Linux, and an iPhone says Mac. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Undefined for programs, and browsers that say nothing. */
export function deviceName(userAgent: string | null): DeviceName | undefined {
  const named = (rows: typeof BROWSERS) => rows.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  return browser === undefined || system === undefined ? undefined : { browser, system }
}

export function isPhone(userAgent: string | null): boolean {
  return /\b(?:iPhone|iPad|Android)\b/.test(userAgent ?? '')
}
