// Operations that show an agency its brand on samples: their addresses, and the samples themselves, which the panel
// frames. The token in the address is their only credential, and ends soon.
import Type from 'typebox'
import { data, inline, page } from '../answers.ts'
import { BrandPreview, BrandPreviewQuery } from '../brand-preview.ts'
import { PREVIEW_PATH } from '../links.ts'
import type { Operations } from '../operation.ts'

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
      'A page, a mail and a PDF of a sample invoice with the logo of the team and a colour that need not be saved ' +
      'yet. Their addresses need no key, and end after an hour.',
    query: BrandPreviewQuery,
    answer: data(BrandPreview),
  },
  'brandPreviews.page': { ...sample, path: `${PREVIEW_PATH}/:token/page`, answer: page },
  'brandPreviews.mail': { ...sample, path: `${PREVIEW_PATH}/:token/mail`, answer: page },
  'brandPreviews.pdf': { ...sample, path: `${PREVIEW_PATH}/:token/pdf`, answer: inline('application/pdf') },
} as const satisfies Operations
