// How a CSV file is written: for programs, or for people and their spreadsheets.
import Type, { type TProperties } from 'typebox'

const CSV_LOCALES = ['en', 'pt-BR'] as const
export type CsvLocale = (typeof CSV_LOCALES)[number]

/** The filter of the file, and its format. */
export function CsvQuery<T extends TProperties>(filter: Type.TObject<T>) {
  return Type.Object({
    ...filter.properties,
    locale: Type.Optional(
      Type.Enum([...CSV_LOCALES], {
        description:
          'en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons, ' +
          "1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark",
      }),
    ),
  })
}
