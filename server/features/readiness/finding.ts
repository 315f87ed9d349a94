// What a check finds: how it stands, and what to do about it.
import type { FindingCode, FindingValues } from '../../../contract/findings.ts'

export interface Finding {
  /** missing: it will not work for real customers until that is done. problem: something is broken. */
  state: 'ok' | 'warning' | 'missing' | 'problem'
  text: string
  /** What to do about it. */
  advice?: string
}

export function ok(text: string): Finding {
  return { state: 'ok', text }
}

export function warning(text: string, advice: string): Finding {
  return { state: 'warning', text, advice }
}

export function missing(text: string, advice: string): Finding {
  return { state: 'missing', text, advice }
}

export function problem(text: string, advice: string): Finding {
  return { state: 'problem', text, advice }
}

/** A finding that is shown in readers' own words too. */
export type CodedFinding = Finding & { readonly code: FindingCode; readonly values: FindingValues }

export function coded(code: FindingCode, finding: Finding, values: FindingValues = {}): CodedFinding {
  return { ...finding, code, values }
}

/** "1 piece", "2 pieces". */
export function numberOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
