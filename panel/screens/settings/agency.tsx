// The agency's profile: names, contact, documents and notifications.
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { Form, FormPair } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Select } from '../../parts/select.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { zoneWords } from '../../words/zones.ts'
import { Address, Contact, Identity } from './agency-contact.tsx'
import { Cards, Documents, Messages, Reminders } from './agency-documents.tsx'
import { type AgencyForm, useAgencyForm } from './agency-form.ts'
import { noticesOf, zoneChoices } from './agency-values.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'
import { SettingsPage } from './settings-page.tsx'

export function Screen() {
  const words = useWords(agencyWords)
  const result = useRead('team.profile', {})
  return (
    <SettingsPage title={words.title} sub={words.sub} isOfBothModes isForOwners>
      <Loaded result={result} skeleton={<Rows count={10} />}>
        {(profile) => <Profile of={profile} />}
      </Loaded>
    </SettingsPage>
  )
}

/** One form with one save bar, which is visible while there are unsaved changes. */
function Profile({ of: profile }: { of: TeamProfile }) {
  const words = useWords(agencyWords)
  const mayManage = usePermission('team.manage')
  const form = useAgencyForm(profile)
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormNotices form={form} />
      <fieldset disabled={!mayManage} className={css.page}>
        <Identity form={form} />
        <Contact form={form} />
        <Address form={form} />
        <Documents form={form} />
        <Messages form={form} />
        <Cards form={form} />
        <Reminders form={form} />
        <Working form={form} />
        <Notices form={form} />
      </fieldset>
      {mayManage && form.isDirty && (
        <section className={css.saveBar} aria-label={words.unsaved}>
          <p>{words.unsaved}</p>
          <div className={css.saveWays}>
            <Button onClick={form.takeBack}>{words.discard}</Button>
            <Button type="submit" kind="main" isBusy={form.isBusy}>
              {words.saveAll}
            </Button>
          </div>
        </section>
      )}
      <span className="hidden-text" aria-live="polite">
        {form.isDirty ? words.unsaved : ''}
      </span>
    </Form>
  )
}

function Working({ form: { register, errorOf, formState } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  const present = formState.defaultValues?.time_zone ?? ''
  const zones = zoneChoices(present, useWords(zoneWords).brazil, LOCALES[useLanguage()])
  const languages = Object.entries(words.languages).map(([value, label]) => ({ value, label }))
  return (
    <Card title={words.working} sub={words.workingSub}>
      <div className={css.fields}>
        <FormPair>
          <Select label={words.language} choices={languages} {...register('language')} />
          <Select
            label={words.timeZone}
            choices={zones}
            error={errorOf('time_zone')}
            {...register('time_zone')}
          />
        </FormPair>
      </div>
    </Card>
  )
}

function Notices({ form: { register, formState } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  return (
    <Card title={words.notifications} sub={words.notificationsSub(formState.defaultValues?.email ?? '')}>
      <div className={css.fields}>
        <div className={css.marks}>
          {noticesOf(words.notices).map((name) => (
            <Checkbox key={name} label={words.notices[name]} {...register(`notifications.${name}`)} />
          ))}
        </div>
      </div>
    </Card>
  )
}
