// The letterhead of an agency on everything its clients read: pages, PDFs and mails.

export interface Letterhead {
  readonly name: string
  /** Below the name: legal name, address and contact. */
  readonly lines: readonly string[]
  readonly logo: ShownLogo | null
  /** Contact data in the form of links. */
  readonly contact?: Contact
  /** Colours of buttons and rules; null for the default. */
  readonly colours: { readonly back: string; readonly text: string } | null
}

/** Numbers in E.164. */
export interface Contact {
  readonly phone: string | null
  readonly whatsapp: string | null
  readonly email: string
}

export interface ShownLogo {
  readonly url: string
  /** The logo, small and square. */
  readonly iconUrl?: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** As large as allowed, in its own proportions. */
export function fitted({ width, height }: ShownLogo, most: { width: number; height: number }) {
  const scale = Math.min(most.width / width, most.height / height)
  return { width: width * scale, height: height * scale }
}
