// Any bank that speaks Banco Central's API Pix: its name here, and what it has to be told of a team's account.
import Type from 'typebox'

export const pix = {
  name: 'pix-bacen',
  settings: Type.Object({
    api_url: Type.String({ maxLength: 500, description: "The bank's API Pix" }),
    token_url: Type.String({ maxLength: 500, description: 'Its OAuth2 token endpoint' }),
    client_id: Type.String({ maxLength: 500 }),
    client_secret: Type.String({ maxLength: 2000, description: 'Never shown again' }),
    pix_key: Type.String({ maxLength: 100, description: 'The key that receives' }),
    certificate: Type.String({ maxLength: 20_000, description: 'Client certificate, PEM' }),
    private_key: Type.String({ maxLength: 20_000, description: 'Its key, PEM. Never shown again' }),
    authority: Type.Optional(
      Type.String({ maxLength: 50_000, description: "The bank's own certificate authority, PEM" }),
    ),
  }),
} as const
