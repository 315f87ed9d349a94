// Formats for amounts and times in the user's language and the team's time zone.
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useTeam } from '../api/use-team.ts'
import { type Formats, formatsOf } from '../logic/formats.ts'
import { LOCALES } from '../words/chosen-language.ts'
import { useLanguage } from '../words/language.tsx'

const BRAZIL = 'America/Sao_Paulo'
const Context = createContext<Formats>(formatsOf(LOCALES.pt, BRAZIL))

export function FormatsProvider({ children }: { children: ReactNode }) {
  const locale = LOCALES[useLanguage()]
  const { data: team } = useTeam()
  const timeZone = team?.time_zone ?? BRAZIL
  const formats = useMemo(() => formatsOf(locale, timeZone), [locale, timeZone])
  return <Context value={formats}>{children}</Context>
}

export function useFormats(): Formats {
  return useContext(Context)
}
