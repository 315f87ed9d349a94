// The sign-out button. If the service cannot end the session, the user sees an error.
import logOut from 'icon:log-out'
import { useState } from 'react'
import { accessErrorOf } from '../api/api-error.ts'
import { hasDrafts } from '../api/drafts.ts'
import { useChange } from '../api/use-change.ts'
import { Button, type ButtonKind } from '../parts/button.tsx'
import { DiscardDialog } from '../parts/discard-dialog.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { finishSignOut } from './sign-out.ts'

const END = 'sessions.endCurrent'

export function SignOutButton({ kind = 'plain' }: { kind?: ButtonKind }) {
  const words = useWords(frameWords)
  const leave = useChange(END, { onDone: finishSignOut })
  const [isAsking, setAsking] = useState(false)
  const end = () => leave.mutate({}, { onError: (error) => void (isOver(error) && finishSignOut()) })
  const isOver = (error: Error) => accessErrorOf(error, END) === 'session'
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
      <DiscardDialog
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
