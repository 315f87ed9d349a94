// Who was invited to a team takes their place here.
import { Soon } from '../../frame/soon.tsx'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { Door } from './door.tsx'

export function Screen() {
  const words = useWords(signInWords)
  return (
    <Door title={words.title}>
      <Soon page="profile" />
    </Door>
  )
}
