// Previews of an agency's brand before it is saved.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import { PREVIEW_PATH } from './links.ts'
import { MESSAGE_TEXT_MAX } from './message-texts.ts'
import type { Operations } from './operation.ts'
import { data, inline, page } from './responses.ts'
import { LANGUAGES } from './team-profile.ts'

const ownText = (maxLength: number) =>
  Type.String({
    maxLength,
    description:
      "Of the mail, to try; the product's own if empty, that of `message_texts` of the profile if left out",
  })

export const BrandPreviewQuery = Type.Object({
  brand_colour: Type.Optional(
    Type.String({
      pattern: '^(?:#[0-9a-fA-F]{6}|none)$',
      description: 'To try, or none; that of the profile if left out',
      examples: ['#0a6e5c'],
    }),
  ),
  language: Type.Optional(
    Type.Enum([...LANGUAGES], { description: 'Of the samples; that of the profile if left out' }),
  ),
  greeting: Type.Optional(ownText(MESSAGE_TEXT_MAX.greeting)),
  closing: Type.Optional(ownText(MESSAGE_TEXT_MAX.closing)),
})
export type BrandPreviewQuery = Type.Static<typeof BrandPreviewQuery>

const Address = (what: string) =>
  Nullable(Type.String({ description: `${what}; null where the colour cannot be used` }))

export const BrandPreview = Type.Object({
  brand_colour: Nullable(Type.String()),
  brand_text_colour: Nullable(Type.String({ description: 'Readable on it; null where none is' })),
  contrast: Nullable(
    Type.Number({ description: 'Of white or dark text on it, whichever is read better: from 1 to 21' }),
  ),
  nearest_colour: Nullable(
    Type.String({ description: 'The nearest that can be used; null where this one can' }),
  ),
  page_url: Address('The page of a sample invoice'),
  mail_url: Address('The mail that announces it'),
  pdf_url: Address('The same invoice on paper'),
  expires_at: Timestamp,
})
export type BrandPreview = Type.Static<typeof BrandPreview>

// Operations for previews of an agency's brand: their addresses, and the samples that the panel frames. The
// token in the address is the only credential, and expires soon.

const sample = {
  method: 'GET',
  access: 'limited',
  forPeople: true,
  params: Type.Object({ token: Type.String() }),
  errors: ['link_not_valid'],
} as const

export const BRAND_PREVIEW_OPERATIONS = {
  'brandPreviews.read': {
    method: 'GET',
    path: '/api/v1/team/preview',
    access: 'team.read',
    tag: 'Team',
    summary: 'Preview the brand',
    description:
      'A page, a mail and a PDF of a sample invoice with the logo of the team, and a colour, greeting and closing ' +
      'that need not be saved yet. Their addresses need no key, and end after an hour.',
    query: BrandPreviewQuery,
    response: data(BrandPreview),
  },
  'brandPreviews.page': { ...sample, path: `${PREVIEW_PATH}/:token/page`, response: page },
  'brandPreviews.mail': {
    ...sample,
    path: `${PREVIEW_PATH}/:token/mail`,
    // Too long for a path.
    query: Type.Object({
      words: Type.Optional(Type.String({ description: 'Greeting and closing to try, encrypted' })),
    }),
    response: page,
  },
  'brandPreviews.pdf': { ...sample, path: `${PREVIEW_PATH}/:token/pdf`, response: inline('application/pdf') },
} as const satisfies Operations
