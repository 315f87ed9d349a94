// Texts of sending a document to a client, and of adding a client in a form.

const en: typeof pt = {
  title: 'Send to the client',
  last: (when, to) => `Last mail: ${when}, to ${to}`,
  lastKept: (when, to) => `Last e-mail: ${when}, for the agency alone (test); ${to} got nothing`,
  never: 'Not mailed yet.',
  byMail: 'Send by e-mail',
  byMailTo: (email) => `The document goes to ${email} now.`,
  byMailTest: (email) => `Test environment: ${email} gets nothing. Only the agency sees the message.`,
  keptTest: 'Test environment: only the agency sees the message.',
  testMark: (text) => `[TEST] ${text}`,
  chatTest:
    'Test environment: the text carries [TEST]. WhatsApp is real: what you send there reaches the client.',
  byPhone: 'Send by WhatsApp',
  openChat: 'Open in WhatsApp',
  copyLink: 'Copy link',
  copyText: 'Copy text',
  queued: (to) => `On its way to ${to}.`,
  kept: 'Stored and not sent: this installation sends no mails yet.',
  newClient: 'New client',
  name: 'Full name or company',
  email: 'E-mail',
  phone: 'Telephone',
  type: 'Type',
  types: { individual: 'Person', company: 'Company' },
  create: 'Add client',
  created: 'Client added and chosen.',
  known: (count) =>
    count === 1
      ? 'There is a client with this CPF, CNPJ or e-mail already.'
      : 'There are clients with this CPF, CNPJ or e-mail already.',
  openKnown: 'Open',
  useKnown: 'Use this client',
  createAnyway: 'Add anyway',
}

const pt = {
  title: 'Enviar ao cliente',
  last: (when: string, to: string) => `Último e-mail: ${when}, para ${to}`,
  lastKept: (when: string, to: string) =>
    `Último e-mail: ${when}, só para a agência (teste); ${to} não recebeu nada`,
  never: 'Ainda não enviado por e-mail.',
  byMail: 'Enviar por e-mail',
  byMailTo: (email: string) => `O documento vai agora para ${email}.`,
  byMailTest: (email: string) =>
    `Ambiente de teste: ${email} não recebe nada. A mensagem fica só com a agência.`,
  keptTest: 'Ambiente de teste: a mensagem ficou só com a agência.',
  testMark: (text: string) => `[TESTE] ${text}`,
  chatTest:
    'Ambiente de teste: o texto leva [TESTE]. O WhatsApp é real: o que você enviar por lá chega ao cliente.',
  byPhone: 'Enviar pelo WhatsApp',
  openChat: 'Abrir no WhatsApp',
  copyLink: 'Copiar link',
  copyText: 'Copiar texto',
  queued: (to: string) => `A caminho de ${to}.`,
  kept: 'Guardado e não enviado: esta instalação ainda não envia e-mails.',
  newClient: 'Novo cliente',
  name: 'Nome completo ou razão social',
  email: 'E-mail',
  phone: 'Telefone',
  type: 'Tipo',
  types: { individual: 'Pessoa física', company: 'Empresa' },
  create: 'Cadastrar cliente',
  created: 'Cliente cadastrado e escolhido.',
  known: (count: number): string =>
    count === 1
      ? 'Já existe um cliente com este CPF, CNPJ ou e-mail.'
      : 'Já existem clientes com este CPF, CNPJ ou e-mail.',
  openKnown: 'Abrir',
  useKnown: 'Usar este cliente',
  createAnyway: 'Cadastrar mesmo assim',
}

export const sendingWords = { pt, en }
