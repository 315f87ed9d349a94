// The agency's profile: who it is, where it is reached, what its documents say, which mails it wants.

import type { TeamProfile } from '../../../contract/team-profile.ts'
import { useRead } from '../../api/use-read.ts'
import { Checkbox } from '../../parts/checkbox.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Select } from '../../parts/select.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { Address } from './agency-address.tsx'
import { Contact, Identity } from './agency-contact.tsx'
import { Documents } from './agency-documents.tsx'
import { Reminders } from './agency-reminders.tsx'
import { noticesOf, zoneChoices } from './agency-values.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'
import { SettingsPage } from './settings-page.tsx'
import { TeamCard } from './team-card.tsx'

export function Screen() {
  const words = useWords(agencyWords)
  const result = useRead('team.profile', {})
  return (
    <SettingsPage title={words.title} sub={words.sub} isOfBothModes isForOwners>
      <Loaded result={result} skeleton={<Rows count={10} />}>
        {(profile) => (
          <>
            <Identity profile={profile} />
            <Contact profile={profile} />
            <Address profile={profile} />
            <Documents profile={profile} />
            <Reminders profile={profile} />
            <Working profile={profile} />
            <Notices profile={profile} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function Working({ profile }: { profile: TeamProfile }) {
  const words = useWords(agencyWords)
  const zones = zoneChoices(profile.time_zone, words.zones, LOCALES[useLanguage()])
  const languages = Object.entries(words.languages).map(([value, label]) => ({ value, label }))
  return (
    <TeamCard
      title={words.working}
      sub={words.workingSub}
      profile={profile}
      valuesOf={({ language, time_zone }) => ({ language, time_zone })}
      changeOf={(values) => values}
    >
      {({ register, errorOf }) => (
        <FormPair>
          <Select label={words.language} choices={languages} {...register('language')} />
          <Select
            label={words.timeZone}
            choices={zones}
            error={errorOf('time_zone')}
            {...register('time_zone')}
          />
        </FormPair>
      )}
    </TeamCard>
  )
}

function Notices({ profile }: { profile: TeamProfile }) {
  const words = useWords(agencyWords)
  return (
    <TeamCard
      title={words.notifications}
      sub={words.notificationsSub(profile.email)}
      profile={profile}
      valuesOf={({ notifications }) => ({ notifications })}
      changeOf={(values) => values}
    >
      {({ register }) => (
        <div className={css.marks}>
          {noticesOf(words.notices).map((name) => (
            <Checkbox key={name} label={words.notices[name]} {...register(`notifications.${name}`)} />
          ))}
        </div>
      )}
    </TeamCard>
  )
}
