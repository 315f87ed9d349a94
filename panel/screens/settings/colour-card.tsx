// The brand colour: picker, contrast check and save button.
import { useState } from 'react'
import type { BrandPreview } from '../../../contract/brand-preview.ts'
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { etagOf } from '../../api/etags.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './brand.module.css'
import { brandWords } from './brand-words.ts'
import { useSaveTeam } from './use-save-team.ts'

interface ColourCardProps {
  readonly profile: TeamProfile
  /** The colour in the form; null if none. */
  readonly colour: string | null
  readonly onChange: (colour: string | null) => void
  readonly preview: BrandPreview | undefined
  readonly mayManage: boolean
}

const FIRST = '#0a6e5c'
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export function ColourCard({ profile, colour, onChange, preview, mayManage }: ColourCardProps) {
  const words = useWords(brandWords)
  const parts = useWords(partWords)
  const save = useSaveTeam()
  const [typed, setTyped] = useState(colour ?? FIRST)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const before = profile.brand_colour
  const choose = (text: string) => {
    setTyped(text)
    if (isColour(text)) onChange(text.toLowerCase())
  }
  const keep = async () => {
    setBusy(true)
    setFailure(undefined)
    await save({ brand_colour: colour }, etagOf(profile), { brand_colour: before }).catch((error: unknown) =>
      setFailure(failureText(error, parts).text),
    )
    setBusy(false)
  }
  const isUsable = preview?.brand_colour !== colour || preview.nearest_colour === null
  return (
    <Card title={words.colour} sub={words.colourSub}>
      <Form
        failure={failure}
        onSubmit={(event) => {
          event.preventDefault()
          void keep()
        }}
      >
        <fieldset disabled={!mayManage} className={css.colour}>
          <Checkbox
            label={words.noColour}
            hint={words.defaultIds}
            checked={colour === null}
            onChange={({ target }) => onChange(target.checked ? null : typed)}
          />
          {colour !== null && (
            <div className={css.choose}>
              <input
                type="color"
                aria-label={words.colourName}
                className={css.well}
                value={colour}
                onChange={({ target }) => choose(target.value)}
              />
              <Input
                label={words.code}
                isCode
                hint={words.codeHint}
                maxLength={7}
                value={typed}
                error={isColour(typed) ? undefined : words.badCode}
                onChange={({ target }) => choose(target.value)}
              />
            </div>
          )}
        </fieldset>
        {colour !== null && preview && <Contrast preview={preview} onChoose={choose} />}
        {mayManage && colour !== before && (
          <FormButtons>
            <Button
              onClick={() => {
                onChange(before)
                setTyped(before ?? FIRST)
              }}
            >
              {parts.cancel}
            </Button>
            <Button type="submit" kind="main" isBusy={isBusy} disabled={!isUsable || !isColour(typed)}>
              {parts.save}
            </Button>
          </FormButtons>
        )}
      </Form>
    </Card>
  )
}

function Contrast({ preview, onChoose }: { preview: BrandPreview; onChoose: (colour: string) => void }) {
  const words = useWords(brandWords)
  const { number } = useFormats()
  const { brand_colour: back, brand_text_colour: text, contrast, nearest_colour: nearest } = preview
  if (back === null || contrast === null) return null
  return (
    <div className={css.contrast} aria-live="polite">
      {text !== null && (
        <span className={css.sample} style={{ background: back, color: text }}>
          {words.sample}
        </span>
      )}
      <p data-kind={nearest === null ? 'ok' : 'bad'}>
        {nearest === null ? words.readable(number(contrast)) : words.hard(number(contrast))}
      </p>
      {nearest !== null && (
        <Button isSmall onClick={() => onChoose(nearest)}>
          {words.takeNearest(nearest)}
        </Button>
      )}
    </div>
  )
}
