// Name, language and theme. The account stores the language too, because mails use it.
import schema from 'schema:profile.update'
import { useState } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { applyTheme, chosenTheme, THEMES } from '../../frame/theme.ts'
import { cx } from '../../logic/class-names.ts'
import { NameField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Radio } from '../../parts/checkbox.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { accountWords } from '../../words/account.ts'
import { chooseLanguage } from '../../words/chosen-language.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './people.module.css'
import { profileWords } from './profile-words.ts'

const LANGUAGES = ['pt-BR', 'en'] as const

export function AboutCard({ profile: { name, language } }: { profile: ResponseOf<'profile.read'> }) {
  const words = useWords(profileWords)
  const { languages } = useWords(accountWords)
  const parts = useWords(partWords)
  const errorText = useAccountErrorText()
  const save = useChange('profile.update', {
    refreshes: ['profile', 'team'],
    onDone: ({ language: chosen }) => {
      chooseLanguage(chosen === 'en' ? 'en' : 'pt')
      toast({ text: words.saved })
    },
  })
  const form = useApiForm<{ name: string; language: 'pt-BR' | 'en' }>({
    values: { name, language },
    schema,
    errorText,
    send: (body) => save.mutateAsync({ body }),
  })
  return (
    <Card title={words.about}>
      <Form onSubmit={form.submit} failure={form.failure}>
        <NameField {...form.field('name')} />
        <Select
          label={words.language}
          hint={words.languageHint}
          choices={LANGUAGES.map((value) => ({ value, label: languages[value] }))}
          {...form.field('language')}
        />
        <FormButtons>
          <Button kind="main" type="submit" isBusy={form.isBusy}>
            {parts.save}
          </Button>
        </FormButtons>
      </Form>
      <Theme />
    </Card>
  )
}

function Theme() {
  const words = useWords(profileWords)
  const { themes } = useWords(frameWords)
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <fieldset className={cx(css.group, css.theme)}>
      <legend className="hidden-text">{words.theme}</legend>
      <p aria-hidden>
        <b>{words.theme}</b>
      </p>
      <p className="quiet">{words.themeHint}</p>
      <div className={css.themes}>
        {THEMES.map((one) => (
          <Radio
            key={one}
            name="theme"
            label={themes[one]}
            checked={theme === one}
            onChange={() => {
              setTheme(one)
              applyTheme(one)
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}
