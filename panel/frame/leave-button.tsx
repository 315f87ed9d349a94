// The sign-out button. If the service cannot end the session, the user sees an error.
import logOut from 'icon:log-out'
import { useState } from 'react'
import { hasDrafts } from '../api/drafts.ts'
import { refusalOf } from '../api/refusal.ts'
import { useChange } from '../api/use-change.ts'
import { Button, type ButtonKind } from '../parts/button.tsx'
import { Discard } from '../parts/discard.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { goOut } from './go-out.ts'

const END = 'sessions.endCurrent'

export function LeaveButton({ kind = 'plain' }: { kind?: ButtonKind }) {
  const words = useWords(frameWords)
  const leave = useChange(END, { onDone: goOut })
  const [isAsking, setAsking] = useState(false)
  const end = () => leave.mutate({}, { onError: (error) => void (isOver(error) && goOut()) })
  const isOver = (error: Error) => refusalOf(error, END) === 'session'
  return (
    <>
      <Button
        kind={kind}
        icon={logOut}
        isBusy={leave.isPending}
        onClick={() => (hasDrafts() ? setAsking(true) : end())}
      >
        {words.signOut}
      </Button>
      <Discard
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          end()
        }}
      />
      {leave.isError && <p role="alert">{words.stillIn}</p>}
    </>
  )
}
