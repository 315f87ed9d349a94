// The two weights of type that everything on paper is set in.
import { type Library, newLibrary } from './library.ts'
import { makeTypeface, type Typeface } from './typeface.ts'

export interface Typefaces {
  readonly regular: Typeface
  readonly strong: Typeface
}

/** A library that has grown beyond is left to those that use it, and another one begun. */
const BYTES_MAX = 48 * 1024 * 1024

let opened: Promise<Typefaces & { library: Library }> | null = null

/** Ready to write all characters of a text. */
export async function typefacesFor(text: string): Promise<Typefaces> {
  if (opened === null || (await opened).library.bytes() > BYTES_MAX) opened = openTypefaces()
  const typefaces = await opened
  await typefaces.library.open(text)
  return typefaces
}

async function openTypefaces() {
  const library = await newLibrary()
  return {
    library,
    regular: makeTypeface(library, 'NotoSans-Regular', 400),
    strong: makeTypeface(library, 'NotoSans-SemiBold', 600),
  }
}
