// Failures of an agency's profile and its logo.

export const TEAM_ERRORS = {
  brand_colour_hard_to_read: {
    status: 422,
    type: 'business_rule',
    text: 'Brand colour hard to read',
    advice: 'neither white nor dark text can be read on it; use the colour in details, or another',
    en: 'Text is hard to read on this colour. Choose another one.',
    pt: 'É difícil ler textos sobre esta cor. Escolha outra.',
  },
  team_without_whatsapp: {
    status: 422,
    type: 'business_rule',
    text: 'Team without WhatsApp',
    advice: 'the team has no number that can be written to; set whatsapp with PATCH /api/v1/team',
    en: 'The agency has no WhatsApp number. Add one in the settings.',
    pt: 'A agência não tem um número de WhatsApp. Cadastre um nas configurações.',
  },
  logo_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Logo not found',
    advice: 'the team has no such logo; PUT /api/v1/team/logo sets one',
    en: 'The agency has no such logo.',
    pt: 'A agência não tem este logotipo.',
  },
  image_not_supported: {
    status: 422,
    type: 'invalid_request',
    text: 'Image not supported',
    advice: 'send the bytes of a PNG, JPEG or WebP file; SVG and other forms are not taken',
    en: 'Send a PNG, JPEG or WebP picture.',
    pt: 'Envie uma imagem PNG, JPEG ou WebP.',
  },
  image_too_large: {
    status: 422,
    type: 'invalid_request',
    text: 'Image too large',
    advice: 'send a picture of at most 25 million pixels, and 10,000 on a side',
    en: 'The picture is too large. Send a smaller one.',
    pt: 'A imagem é grande demais. Envie uma menor.',
  },
  image_not_readable: {
    status: 422,
    type: 'invalid_request',
    text: 'Image not readable',
    advice: 'the file is damaged or cut off; save the picture again and send that',
    en: 'The picture is damaged. Save it again and send that file.',
    pt: 'O arquivo da imagem está danificado. Salve a imagem novamente e envie o novo arquivo.',
  },
} as const
