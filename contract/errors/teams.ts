// Failures of an agency's profile and its logo.

export const TEAM_ERRORS = {
  brand_colour_hard_to_read: {
    status: 422,
    text: 'Brand colour hard to read',
    advice: 'neither white nor dark text can be read on it; use the colour in details, or another',
  },
  team_without_whatsapp: {
    status: 422,
    text: 'Team without WhatsApp',
    advice: 'the team has no number that can be written to; set whatsapp with PATCH /api/v1/team',
  },
  logo_not_found: {
    status: 404,
    text: 'Logo not found',
    advice: 'the team has no such logo; PUT /api/v1/team/logo sets one',
  },
  image_not_supported: {
    status: 422,
    text: 'Image not supported',
    advice: 'send the bytes of a PNG, JPEG or WebP file; SVG and other forms are not taken',
  },
  image_too_large: {
    status: 422,
    text: 'Image too large',
    advice: 'send a picture of at most 25 million pixels, and 10,000 on a side',
  },
  image_not_readable: {
    status: 422,
    text: 'Image not readable',
    advice: 'the file is damaged or cut off; save the picture again and send that',
  },
} as const
