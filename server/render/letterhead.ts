// How an agency stands on whatever its clients read: pages, papers and mails.

export interface Letterhead {
  readonly name: string
  /** Below the name: who it is by law, where, and how it is reached. */
  readonly lines: readonly string[]
  readonly logo: ShownLogo | null
  /** By which its clients reach it, as a browser or a phone takes it. */
  readonly contact?: Contact
  /** Of buttons and rules; null for the usual ones. */
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
  /** The same, small and square. */
  readonly iconUrl?: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** As large as it may be shown, in its own proportions. */
export function fitted({ width, height }: ShownLogo, most: { width: number; height: number }) {
  const scale = Math.min(most.width / width, most.height / height)
  return { width: width * scale, height: height * scale }
}
