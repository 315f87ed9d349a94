// Whether an uploaded file is a picture that can be opened. Its bytes are kept as they are.
import { opener, READING } from './make-logo.ts'

export async function isPicture(file: Uint8Array): Promise<boolean> {
  const open = await opener()
  try {
    const { width = 0, height = 0 } = await open(file, READING).metadata()
    return width > 0 && height > 0
  } catch {
    // Any error of the library is an error of the file.
    return false
  }
}
