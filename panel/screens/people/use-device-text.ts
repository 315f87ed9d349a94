// The name of a device, such as "Chrome no Windows".
import { deviceName } from '../../logic/device-name.ts'
import { useWords } from '../../words/language.tsx'
import { profileWords } from './profile-words.ts'

export function useDeviceText(): (userAgent: string | null) => string {
  const { onSystem, unknown } = useWords(profileWords)
  return (userAgent) => {
    const name = deviceName(userAgent)
    return name === undefined ? unknown : onSystem(name.browser, name.system)
  }
}
