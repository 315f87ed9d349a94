// Two-step sign-in: the authenticator app and the recovery codes.
import type { Answer } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Status } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountFailures } from '../../parts/use-account-failures.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { useGuarded, useOwnAccount } from './own-account.tsx'
import { profileWords } from './profile-words.ts'
import { SetUpApp } from './set-up-app.tsx'

export function TwoStepsCard({ factors }: { factors: Answer<'factors.read'> }) {
  const words = useWords(profileWords)
  const { totp_confirmed_at: since, recovery_codes_left: left, passkeys } = factors
  const isOn = since !== null || passkeys.length > 0
  return (
    <Card
      title={words.twoSteps}
      sub={words.twoStepsSub}
      action={<Status kind={isOn ? 'ok' : 'mute'}>{isOn ? words.on : words.off}</Status>}
    >
      <AccountLines>
        {since === null ? (
          <AccountLine name={words.app} value={words.off}>
            <SetUpApp verb={words.turnOn} isFirst />
          </AccountLine>
        ) : (
          <AccountLine
            name={words.app}
            value={
              <>
                {words.appOn} <DateTime at={since} kind="stamp" />
              </>
            }
          >
            <SetUpApp verb={words.replaceApp} />
            <TurnOff />
          </AccountLine>
        )}
        {isOn && (
          <AccountLine name={words.codes} value={words.codesLeft(left)}>
            <NewCodes />
          </AccountLine>
        )}
      </AccountLines>
    </Card>
  )
}

function TurnOff() {
  const words = useWords(profileWords)
  const says = useAccountFailures()
  const remove = useChange('totp.remove', {
    refreshes: ['factors'],
    onDone: () => toast({ text: words.turnedOff }),
    says,
  })
  return (
    <AskFirst verb={words.turnOff} title={words.app} change={useGuarded(remove)} asked={{}}>
      <p>{words.turnOffText}</p>
    </AskFirst>
  )
}

function NewCodes() {
  const words = useWords(profileWords)
  const says = useAccountFailures()
  const { showCodes } = useOwnAccount()
  const replace = useChange('recoveryCodes.replace', {
    refreshes: ['factors'],
    onDone: ({ recovery_codes: codes }) => showCodes(codes),
    says,
  })
  return (
    <AskFirst
      verb={words.codesNew}
      title={words.codesNew}
      isDanger={false}
      change={useGuarded(replace)}
      asked={{}}
    >
      <p>{words.codesNewText}</p>
    </AskFirst>
  )
}
