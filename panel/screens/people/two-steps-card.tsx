// Two-step sign-in: the authenticator app and the recovery codes.
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Status } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { useGuarded, useOwnAccount } from './own-account.tsx'
import { profileWords } from './profile-words.ts'
import { SetUpApp } from './set-up-app.tsx'

export function TwoStepsCard({ factors }: { factors: ResponseOf<'factors.read'> }) {
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
  const errorText = useAccountErrorText()
  const remove = useChange('totp.remove', {
    refreshes: ['factors'],
    onDone: () => toast({ text: words.turnedOff }),
    errorText,
  })
  return (
    <ConfirmButton verb={words.turnOff} title={words.app} change={useGuarded(remove)} request={{}}>
      <p>{words.turnOffText}</p>
    </ConfirmButton>
  )
}

function NewCodes() {
  const words = useWords(profileWords)
  const errorText = useAccountErrorText()
  const { showCodes } = useOwnAccount()
  const replace = useChange('recoveryCodes.replace', {
    refreshes: ['factors'],
    onDone: ({ recovery_codes: codes }) => showCodes(codes),
    errorText,
  })
  return (
    <ConfirmButton
      verb={words.codesNew}
      title={words.codesNew}
      isDanger={false}
      change={useGuarded(replace)}
      request={{}}
    >
      <p>{words.codesNewText}</p>
    </ConfirmButton>
  )
}
