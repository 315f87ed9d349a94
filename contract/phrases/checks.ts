// What the go-live check finds and advises, and its Portuguese translations.
import { type Phrase, type ReaderLanguage, translator } from './phrase.ts'

const BACKUP_DAILY: Phrase = [
  'Run "npx embarque backup FILE" every day (cron, or a timer of the system), and keep the files elsewhere.',
  'Execute "npx embarque backup ARQUIVO" todos os dias (cron ou um timer do sistema) e guarde os arquivos em outro lugar.',
]

export const CHECK_PHRASES: readonly Phrase[] = [
  ['this installation is for real customers', 'Esta instalação atende clientes de verdade.'],
  [
    'this installation is for {environment}: no real money moves, and no real flights are sold',
    'Esta instalação não é de produção: nenhum dinheiro real é movimentado e nenhum voo real é vendido.',
  ],
  [
    'Set NODE_ENV=production and start again, best on a new database.',
    'Defina NODE_ENV=production e reinicie, de preferência com um banco de dados novo.',
  ],
  ['clients reach the service at {address}', 'Os clientes acessam o serviço em {address}.'],
  [
    'links in mails and messages lead to this machine, where no client gets',
    'Os links dos e-mails e mensagens levam a esta máquina, que os clientes não acessam.',
  ],
  [
    'Set PUBLIC_URL to the address under which the service is reached, such as https://embarque.example.com.',
    'Defina PUBLIC_URL com o endereço do serviço, como https://embarque.example.com.',
  ],
  ['the public address is encrypted', 'O endereço público é criptografado.'],
  [
    'keys, names and payments would travel where others can read them',
    'Chaves, nomes e pagamentos passariam por onde outros podem ler.',
  ],
  [
    'Put a reverse proxy with a certificate in front (docs/deploying.md, "HTTPS"), and set PUBLIC_URL to its https:// address.',
    'Coloque um proxy reverso com certificado na frente do serviço e defina PUBLIC_URL com o endereço https:// dele.',
  ],
  [
    'no mail is sent: all are kept to be read',
    'Nenhum e-mail é enviado: todos ficam guardados para leitura.',
  ],
  [
    'Set SMTP_URL and MAIL_FROM, and send a test mail.',
    'Defina SMTP_URL e MAIL_FROM e envie um e-mail de teste.',
  ],
  [
    'mails are sent by {address}, which most mail servers refuse',
    'Os e-mails são enviados por {address}, que a maioria dos servidores recusa.',
  ],
  [
    'Set MAIL_FROM to an address of a domain that your mail server may send for.',
    'Defina MAIL_FROM com um endereço de um domínio pelo qual o seu servidor de e-mail pode enviar.',
  ],
  ['mails are sent by {address}', 'Os e-mails são enviados por {address}.'],
  [
    'clients with a telephone number are notified of invoices by WhatsApp',
    'Clientes com telefone recebem as faturas pelo WhatsApp.',
  ],
  [
    'no message goes out by WhatsApp: all are kept to be read',
    'Nenhuma mensagem é enviada pelo WhatsApp: todas ficam guardadas para leitura.',
  ],
  [
    'Set WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID, and send a test message.',
    'Defina WHATSAPP_TOKEN e WHATSAPP_PHONE_NUMBER_ID e envie uma mensagem de teste.',
  ],
  ["1 bank of the operator's for the wallets", 'Um banco do administrador recebe as recargas das carteiras.'],
  [
    "{count} banks of the operator's for the wallets",
    '{count} bancos do administrador recebem as recargas das carteiras.',
  ],
  [
    'no bank of the operator is connected, so no live wallet can be recharged',
    'Nenhum banco do administrador está conectado: nenhuma carteira de produção pode ser recarregada.',
  ],
  [
    'the bank of the wallets was connected outside production, and is not believed',
    'O banco das carteiras foi conectado fora da produção e não é aceito.',
  ],
  ['Connect one with "npx embarque bank connect".', 'Conecte um com "npx embarque bank connect".'],
  ['live keys buy flights of {carriers}', 'As chaves de produção compram voos de {carriers}.'],
  ['live keys find no real flights', 'As chaves de produção não encontram voos reais.'],
  [
    'Set SUPPLIERS=duffel and DUFFEL_TOKEN to a live token.',
    'Defina SUPPLIERS=duffel e DUFFEL_TOKEN com um token de produção.',
  ],
  [
    'SECRET_KEY was set by you: keep a copy apart from the database',
    'SECRET_KEY foi definida por você: guarde uma cópia fora do banco de dados.',
  ],
  ['the last backup holds it', 'A última cópia de segurança contém a chave.'],
  [
    'the secret key is on this machine alone; without it nothing that is encrypted can be read again',
    'A chave secreta está só nesta máquina; sem ela nada do que foi criptografado pode ser lido novamente.',
  ],
  [
    'Run "npx embarque backup FILE", which holds the key too, and keep the file elsewhere.',
    'Execute "npx embarque backup ARQUIVO", que contém também a chave, e guarde o arquivo em outro lugar.',
  ],
  [
    'the database is archived to BACKUP_DIR; "archive" of doctor says how far',
    'O banco de dados é arquivado em BACKUP_DIR; o item "archive" do doctor mostra até quando.',
  ],
  ['no backup was ever made', 'Nunca foi feita uma cópia de segurança.'],
  ['no backup was made with "backup"', 'Nenhuma cópia de segurança foi feita com "backup".'],
  BACKUP_DAILY,
  [
    `${BACKUP_DAILY[0]} Where the database is backed up another way, keep SECRET_KEY with those backups.`,
    `${BACKUP_DAILY[1]} Se o banco de dados é copiado de outra forma, guarde SECRET_KEY junto dessas cópias.`,
  ],
  ['the last backup was made within a day', 'A última cópia de segurança foi feita há menos de um dia.'],
  ['the last backup was made 1 day ago', 'A última cópia de segurança foi feita há um dia.'],
  ['the last backup was made {count} days ago', 'A última cópia de segurança foi feita há {count} dias.'],
  [
    'this machine and the database agree on the time',
    'O relógio desta máquina e o do banco de dados estão de acordo.',
  ],
  [
    'this machine is {seconds} s ahead of the database',
    'O relógio desta máquina está {seconds} s adiantado em relação ao do banco de dados.',
  ],
  [
    'this machine is {seconds} s behind the database',
    'O relógio desta máquina está {seconds} s atrasado em relação ao do banco de dados.',
  ],
  [
    'Set the clocks of all machines by a time server (NTP). Everything goes by the time of the database; a service whose machine is further from it than CLOCK_OFFSET_MAX_SECONDS does not start.',
    'Acerte o relógio de todas as máquinas por um servidor de hora (NTP). Tudo segue a hora do banco de dados; um serviço cuja máquina difere dela em mais de CLOCK_OFFSET_MAX_SECONDS não inicia.',
  ],
  [
    'Embarque {version}, Node {node}, PostgreSQL {postgres}, schema {schema}',
    'Embarque {version}, Node {node}, PostgreSQL {postgres}, esquema {schema}',
  ],
  ['Use PostgreSQL {version} or newer.', 'Use PostgreSQL {version} ou mais novo.'],
  ['1 bank for live invoices', 'Um banco recebe as faturas de produção.'],
  ['{count} banks for live invoices', '{count} bancos recebem as faturas de produção.'],
  [
    'no bank is connected for live invoices, so they carry no Pix code and no boleto',
    'Nenhum banco está conectado para as faturas de produção: elas saem sem código Pix e sem boleto.',
  ],
  [
    'Connect yours with POST /api/v1/payment-providers and a live key.',
    'Conecte o seu em Configurações, Bancos, no ambiente de produção.',
  ],
]

const translate = translator(CHECK_PHRASES)

/** As a sentence, in the reader's language. */
export function checkTextFor(language: ReaderLanguage, text: string): string {
  const english = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
  return language === 'en' ? english : (translate(text) ?? english)
}
