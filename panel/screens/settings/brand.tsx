// Logo and colour of client documents, with live samples of a page, a mail and a PDF before saving.
import { useState } from 'react'
import type { BrandPreview } from '../../../contract/brand-preview.ts'
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { relativeUrl } from '../../logic/relative-url.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { FramedPage } from '../../parts/framed-page.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWords } from '../../words/language.tsx'
import { brandWords } from './brand-words.ts'
import { ColourCard } from './colour-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { SettingsPage } from './settings-page.tsx'

export function Screen() {
  const words = useWords(brandWords)
  const result = useRead('team.profile', {})
  return (
    <SettingsPage title={words.title} sub={words.sub} isOfBothModes isForOwners>
      <Loaded result={result} skeleton={<Rows count={6} />}>
        {(profile) => <Brand key={profile.brand_colour} profile={profile} />}
      </Loaded>
    </SettingsPage>
  )
}

const NONE = 'none'

function Brand({ profile }: { profile: TeamProfile }) {
  const [colour, setColour] = useState(profile.brand_colour)
  const mayManage = usePermission('team.manage')
  const preview = useRead(
    'brandPreviews.read',
    { query: { brand_colour: colour ?? NONE } },
    { keepsPrevious: true },
  )
  return (
    <>
      <LogoCard profile={profile} mayManage={mayManage} />
      <ColourCard
        profile={profile}
        colour={colour}
        onChange={setColour}
        preview={preview.data}
        mayManage={mayManage}
      />
      {/* A new logo needs a new sample. */}
      <Loaded key={profile.logo?.url} result={preview}>
        {(data) => <Samples preview={data} />}
      </Loaded>
    </>
  )
}

function Samples({ preview }: { preview: BrandPreview }) {
  const words = useWords(brandWords)
  const [shown, setShown] = useState('page')
  const { page_url: page, mail_url: mail, pdf_url: pdf } = preview
  return (
    <Card title={words.preview} sub={words.previewSub}>
      {page === null || mail === null || pdf === null ? (
        <EmptyState title={words.noPreview} />
      ) : (
        <Tabs
          label={words.preview}
          value={shown}
          onChange={setShown}
          tabs={[
            {
              value: 'page',
              label: words.page,
              content: <Sample address={page} title={words.pageTitle} />,
            },
            {
              value: 'mail',
              label: words.mail,
              content: <Sample address={mail} title={words.mailTitle} />,
            },
            {
              value: 'pdf',
              label: words.pdf,
              content: (
                <EmptyState title={words.pdf} text={words.pdfText}>
                  <ExternalLink href={relativeUrl(pdf)}>{words.openPdf}</ExternalLink>
                </EmptyState>
              ),
            },
          ]}
        />
      )}
    </Card>
  )
}

function Sample({ address, title }: { address: string; title: string }) {
  const words = useWords(brandWords)
  return (
    <>
      <FramedPage address={relativeUrl(address)} title={title} />
      <ExternalLink href={relativeUrl(address)} kind="text">
        {words.openPage}
      </ExternalLink>
    </>
  )
}
