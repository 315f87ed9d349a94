// Failures of what people at an agency's desk work with: mails as they were sent, and notes.

export const DESK_ERRORS = {
  mail_not_found: {
    status: 404,
    text: 'Mail not found',
    advice: 'check the id; GET /api/v1/mails lists the mails of your team and mode that are still kept',
  },
  note_not_found: {
    status: 404,
    text: 'Note not found',
    advice: 'check the id; the notes of a booking or client are listed at its address and /notes',
  },
} as const
