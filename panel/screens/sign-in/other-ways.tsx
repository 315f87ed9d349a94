// The other ways to sign in: passkeys and identity providers.
import fingerprint from 'icon:fingerprint-pattern'
import logIn from 'icon:log-in'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { requestPasskey, supportsPasskeys } from '../../api/passkeys.ts'
import { useRead } from '../../api/use-read.ts'
import { providerName } from '../../kit/provider-name.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import css from './sign-in-layout.module.css'

export function OtherWays({
  onResponse,
}: {
  onResponse: (response: ResponseOf<'sessions.create'>) => unknown
}) {
  const words = useWords(signInWords)
  const { data: ways } = useRead('signIn.ways', {})
  const form = useApiForm({
    values: {},
    errorText: useAccountErrorText(),
    send: async () => {
      const passkey = await requestPasskey('sessions.passkeyOptions')
      await onResponse(await call('sessions.passkey', { body: { passkey } }))
    },
  })
  const hasPasskeys = ways?.passkey === true && supportsPasskeys()
  if (ways === undefined || (!hasPasskeys && ways.providers.length === 0)) return null
  return (
    <div className={css.ways}>
      <p className={css.or}>{words.or}</p>
      {hasPasskeys && (
        <Form onSubmit={form.submit} failure={form.failure}>
          <Button type="submit" icon={fingerprint} isWide isBusy={form.isBusy}>
            {words.passkey}
          </Button>
        </Form>
      )}
      {ways.providers.map(({ name, path }) => (
        <a key={name} href={path} className={buttonClass('plain', false, true)}>
          <Icon of={logIn} size={18} />
          <span>{words.provider(providerName(name))}</span>
        </a>
      ))}
    </div>
  )
}
