// Interprets the output of `npm audit --json`.

interface Report {
  auditReportVersion?: number
  metadata?: { vulnerabilities?: Partial<Record<string, number>> }
  vulnerabilities?: Readonly<Record<string, { severity: string }>>
}

const SERIOUS = ['high', 'critical']

export function judgeAudit(answer: string): { text: string; isBad: boolean } {
  const report = readReport(answer)
  if (report?.auditReportVersion === undefined)
    return { text: 'advisories: the registry does not serve them; nothing was checked', isBad: false }
  const found = Object.entries(report.vulnerabilities ?? {})
  const serious = found.filter(([, { severity }]) => SERIOUS.includes(severity))
  if (serious.length === 0)
    return { text: `advisories: none that is high or critical (${found.length} lower)`, isBad: false }
  const named = serious.map(([name, { severity }]) => `${name} (${severity})`)
  return { text: `advisories: ${named.join(', ')}; see "npm audit"`, isBad: true }
}

function readReport(answer: string): Report | null {
  try {
    return JSON.parse(answer)
  } catch {
    return null
  }
}
