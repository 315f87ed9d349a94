// Two-step sign-in: the authenticator app and the recovery codes.
import smartphone from 'icon:smartphone'
import { useState } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { CodeField } from '../../parts/account-fields.tsx'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { QrImage } from '../../parts/qr-image.tsx'
import { Status } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { useAttempt, useGuarded, useOwnAccount } from './own-account.tsx'
import css from './people.module.css'
import { profileWords } from './profile-words.ts'

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

/** Sets up an authenticator app: its QR code, and then one code as confirmation. */
function SetUpApp({ verb, isFirst = false }: { verb: string; isFirst?: boolean }) {
  const words = useWords(profileWords)
  const attempt = useAttempt()
  const { mutateAsync, isPending } = useChange('totp.start', { errorText: useAccountErrorText() })
  const [setup, setSetup] = useState<ResponseOf<'totp.start'> | null>(null)
  return (
    <>
      <Button
        kind={isFirst ? 'main' : 'plain'}
        icon={smartphone}
        isBusy={isPending}
        onClick={() => attempt(() => mutateAsync({}), setSetup)}
      >
        {verb}
      </Button>
      <Dialog title={words.setUp} isOpen={setup !== null} onClose={() => setSetup(null)}>
        {setup && <ConfirmApp setup={setup} onDone={() => setSetup(null)} />}
      </Dialog>
    </>
  )
}

function ConfirmApp({ setup, onDone }: { setup: ResponseOf<'totp.start'>; onDone: () => void }) {
  const words = useWords(profileWords)
  const { guard, showCodes } = useOwnAccount()
  const confirm = useChange('totp.confirm', { refreshes: ['factors'] })
  const form = useApiForm({
    values: { code: '' },
    errorText: useAccountErrorText(),
    send: async ({ code = '' }) => {
      const asked = { body: { code: code.replaceAll(' ', '') } }
      const { recovery_codes: codes } = await guard(() => confirm.mutateAsync(asked))
      onDone()
      if (codes === null) toast({ text: words.appReady })
      showCodes(codes)
    },
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p>{words.scan}</p>
      <div className={css.qr}>
        <QrImage
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
          alt={words.qrAlt}
          size={200}
        />
      </div>
      <p className="quiet">{words.cannotScan}</p>
      <CodeBlock text={setup.secret} what={words.secret} />
      <a href={setup.uri} className={buttonClass('plain')}>
        <span>{words.openApp}</span>
      </a>
      <CodeField hint={words.thenType} {...form.field('code')} />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {words.turnOn}
        </Button>
      </FormButtons>
    </Form>
  )
}
