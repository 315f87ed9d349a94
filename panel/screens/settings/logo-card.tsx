// The agency's logo: previews on white and dark, upload and removal.
import upload from 'icon:upload'
import { useRef } from 'react'
import { LOGO_BYTES_MAX } from '../../../contract/limits.ts'
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/use-change.ts'
import { relativeUrl } from '../../logic/relative-url.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './brand.module.css'
import { brandWords } from './brand-words.ts'

const REFRESHES = ['team', 'brandPreviews']

export function LogoCard({ profile, mayManage }: { profile: TeamProfile; mayManage: boolean }) {
  const words = useWords(brandWords)
  const { logo, name } = profile
  return (
    <Card title={words.logo} sub={words.logoSub}>
      <div className={css.logo}>
        {logo === null ? (
          <p className={css.none}>{words.noLogo}</p>
        ) : (
          <div className={css.paper}>
            <img
              src={relativeUrl(logo.url)}
              alt={words.logoAlt(name)}
              width={logo.width}
              height={logo.height}
            />
          </div>
        )}
        {mayManage && <LogoActions hasLogo={logo !== null} />}
      </div>
    </Card>
  )
}

function LogoActions({ hasLogo }: { hasLogo: boolean }) {
  const words = useWords(brandWords)
  const parts = useWords(partWords)
  const input = useRef<HTMLInputElement>(null)
  const set = useChange('team.setLogo', {
    refreshes: REFRESHES,
    onDone: () => toast({ text: words.logoSaved }),
  })
  const remove = useChange('team.removeLogo', {
    refreshes: REFRESHES,
    onDone: () => toast({ text: words.logoRemoved }),
  })
  const refuse = (text: string) => toast({ kind: 'bad', text })
  const send = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > LOGO_BYTES_MAX) return refuse(words.tooBig)
    const failures = new Map<string, string>(Object.entries(words.failures))
    set.mutate(
      { file },
      {
        onError: (error) =>
          refuse(
            (error instanceof ApiError ? failures.get(error.code) : undefined) ??
              failureText(error, parts).text,
          ),
      },
    )
  }
  return (
    <div className={css.acts}>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={words.logo}
        className="hidden-text"
        tabIndex={-1}
        onChange={({ target }) => {
          send(target.files?.[0])
          target.value = ''
        }}
      />
      <Button icon={upload} isBusy={set.isPending} onClick={() => input.current?.click()}>
        {hasLogo ? words.change : words.choose}
      </Button>
      {hasLogo && (
        <ConfirmButton verb={words.remove} title={words.removeTitle} change={remove} request={{}}>
          <p>{words.removeText}</p>
        </ConfirmButton>
      )}
    </div>
  )
}
