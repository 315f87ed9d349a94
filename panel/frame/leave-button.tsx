// The way out: the session is over at the service too, or it is said that it is not.
import logOut from 'icon:log-out'
import { refusalOf } from '../api/refusal.ts'
import { useChange } from '../api/use-change.ts'
import { Button, type ButtonKind } from '../parts/button.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { goOut } from './go-out.ts'

const END = 'sessions.endCurrent'

export function LeaveButton({ kind = 'plain' }: { kind?: ButtonKind }) {
  const words = useWords(frameWords)
  const leave = useChange(END, { onDone: goOut })
  const isOver = (error: Error) => refusalOf(error, END) === 'session'
  return (
    <>
      <Button
        kind={kind}
        icon={logOut}
        isBusy={leave.isPending}
        onClick={() => leave.mutate({}, { onError: (error) => void (isOver(error) && goOut()) })}
      >
        {words.signOut}
      </Button>
      {leave.isError && <p role="alert">{words.stillIn}</p>}
    </>
  )
}
