// Errors of mails and notes.

export const DESK_ERRORS = {
  mail_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Mail not found',
    advice: 'check the id; GET /api/v1/mails lists the mails of your team and mode that are still kept',
    en: 'This e-mail does not exist, or is no longer kept.',
    pt: 'Este e-mail não existe ou não é mais guardado.',
  },
  note_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Note not found',
    advice: 'check the id; the notes of a booking or client are listed at its address and /notes',
    en: 'This note does not exist.',
    pt: 'Esta nota não existe.',
  },
} as const
