// How an agency stands on whatever its clients read: pages, papers and mails.

export interface Letterhead {
  readonly name: string
  /** Below the name: who it is by law, where, and how it is reached. */
  readonly lines: readonly string[]
  readonly logo: ShownLogo | null
  /** Of buttons and rules; null for the usual ones. */
  readonly colours: { readonly back: string; readonly text: string } | null
}

export interface ShownLogo {
  readonly url: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** As large as it may be shown, in its own proportions. */
export function fitted({ width, height }: ShownLogo, most: { width: number; height: number }) {
  const scale = Math.min(most.width / width, most.height / height)
  return { width: width * scale, height: height * scale }
}
