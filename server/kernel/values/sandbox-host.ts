// Which servers nobody's money or flights can be at, as far as we can know: this machine's own, and those that the
// operator has called sandboxes.

/** Whether an address leads to one of them. */
export function isSandboxAddress(address: string, sandboxHosts: readonly string[]): boolean {
  const host = URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, '')
  if (host === undefined) return false
  return isLoopbackName(host) || sandboxHosts.includes(host)
}

function isLoopbackName(host: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]' || /^(?:.+\.)?localhost$/.test(host)
}
