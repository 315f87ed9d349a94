// The profile of the signed-in user: name, password, factors, sessions, agencies.
import { useRead } from '../../api/use-read.ts'
import { useProfile } from '../../api/use-team.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/language.tsx'
import { AboutCard } from './about-card.tsx'
import { AccessCard } from './access-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { OwnAccountProvider } from './own-account.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import css from './people.module.css'
import { profileWords } from './profile-words.ts'
import { TeamsCard } from './teams-card.tsx'
import { TwoStepsCard } from './two-steps-card.tsx'

export function Screen() {
  const words = useWords(profileWords)
  const profile = useProfile()
  const factors = useRead('factors.read', {})
  return (
    <OwnAccountProvider>
      <PageHead title={words.title} sub={words.sub} />
      <div className={css.page}>
        <Loaded result={profile}>
          {(person) => (
            <Loaded result={factors}>
              {(known) => (
                <div className={css.halves}>
                  <div className={css.stack}>
                    <AboutCard key={person.id} profile={person} />
                    <TeamsCard teams={person.teams} />
                  </div>
                  <div className={css.stack}>
                    <AccessCard profile={person} factors={known} />
                    <TwoStepsCard factors={known} />
                    <PasskeysCard passkeys={known.passkeys} />
                    <IdentitiesCard />
                  </div>
                </div>
              )}
            </Loaded>
          )}
        </Loaded>
        <DevicesCard />
      </div>
    </OwnAccountProvider>
  )
}
