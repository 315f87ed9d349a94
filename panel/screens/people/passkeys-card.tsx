// The passkeys of the account: add, rename, remove.
import fingerprint from 'icon:fingerprint-pattern'
import schema from 'schema:passkeys.rename'
import type { ResponseOf } from '../../api/operations.ts'
import { createPasskey, supportsPasskeys } from '../../api/passkeys.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { useGuarded, useOwnAccount } from './own-account.tsx'
import { profileWords } from './profile-words.ts'
import { useDeviceText } from './use-device-text.ts'

type Passkey = ResponseOf<'factors.read'>['passkeys'][number]

export function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const words = useWords(profileWords)
  const { data: ways } = useRead('signIn.ways', {})
  const canMake = ways?.passkey === true && supportsPasskeys()
  return (
    <Card title={words.passkeys} sub={words.passkeysSub} action={canMake && <AddPasskey />}>
      {passkeys.length === 0 ? (
        <EmptyState
          title={words.noPasskeys}
          text={canMake || ways === undefined ? words.noPasskeysText : words.passkeysOff}
          icon={fingerprint}
        />
      ) : (
        <AccountLines>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} of={passkey} />
          ))}
        </AccountLines>
      )}
    </Card>
  )
}

function PasskeyLine({ of: { id, name, created_at: made, last_used_at: used } }: { of: Passkey }) {
  const words = useWords(profileWords)
  const errorText = useAccountErrorText()
  const params = { id }
  const { mutateAsync } = useChange('passkeys.rename', {
    refreshes: ['factors'],
    onDone: () => toast({ text: words.renamed }),
  })
  const remove = useChange('passkeys.delete', {
    refreshes: ['factors'],
    onDone: () => toast({ text: words.passkeyRemoved }),
    errorText,
  })
  const when = (
    <>
      {words.created} <DateTime at={made} /> · {words.lastUsed}{' '}
      {used === null ? words.never : <DateTime at={used} />}
    </>
  )
  return (
    <AccountLine name={name} value={when}>
      <DialogButton verb={words.rename} isSmall>
        {(close) => (
          <NameForm
            name={name}
            verb={words.rename}
            send={(typed) => mutateAsync({ params, body: { name: typed } }).then(close)}
          />
        )}
      </DialogButton>
      <ConfirmButton
        verb={words.remove}
        title={words.removePasskey(name)}
        isSmall
        change={useGuarded(remove)}
        request={{ params }}
      >
        <p>{words.removePasskeyText}</p>
      </ConfirmButton>
    </AccountLine>
  )
}

function AddPasskey() {
  const words = useWords(profileWords)
  const { guard, showCodes } = useOwnAccount()
  const device = useDeviceText()
  const ask = useChange('passkeys.options')
  const create = useChange('passkeys.create', { refreshes: ['factors'] })
  const add = async (name: string) => {
    const passkey = await createPasskey(await guard(() => ask.mutateAsync({})))
    const { recovery_codes: codes } = await create.mutateAsync({ body: { name, passkey } })
    if (codes === null) toast({ text: words.passkeyAdded })
    return codes
  }
  return (
    <DialogButton verb={words.addPasskey} icon={fingerprint}>
      {(close) => (
        <NameForm
          name={device(navigator.userAgent)}
          verb={words.addPasskey}
          send={async (name) => {
            const codes = await add(name)
            close()
            showCodes(codes)
          }}
        />
      )}
    </DialogButton>
  )
}

interface NameFormProps {
  readonly name: string
  readonly verb: string
  readonly send: (name: string) => Promise<unknown>
}

/** The name of a passkey: asked when it is created or renamed. */
function NameForm({ name, verb, send }: NameFormProps) {
  const words = useWords(profileWords)
  const form = useApiForm({
    values: { name },
    schema,
    errorText: useAccountErrorText(),
    send: ({ name: typed = '' }) => send(typed),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input label={words.passkeyName} hint={words.passkeyHint} {...form.field('name')} />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {verb}
        </Button>
      </FormButtons>
    </Form>
  )
}
