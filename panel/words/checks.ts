// What the points of the go-live check are called, how each stands, and what to do about it.

const en: typeof pt = {
  checks: {
    production: {
      title: 'Production',
      ok: 'This installation serves real clients.',
      missing: 'This installation is for tests: no money moves, and no real flights are sold.',
      action: 'Set NODE_ENV=production and restart, preferably on a new database.',
    },
    'public address': {
      title: 'Public address',
      ok: 'Your clients reach the service over the internet.',
      missing: 'Links in mails and messages lead to this machine, which clients cannot reach.',
      action: 'Set PUBLIC_URL to the address of the service, such as https://embarque.example.com.',
    },
    https: {
      title: 'Encrypted connection',
      ok: 'The public address is encrypted.',
      missing: 'Passwords, names and payments would travel where others can read them.',
      action:
        'Put a proxy with a certificate in front of the service, and its https:// address into PUBLIC_URL.',
    },
    mail: {
      title: 'Mail',
      ok: 'Mails really go out.',
      warning: 'Mails are sent from an address most mail servers reject.',
      missing: 'No e-mail goes out: they are only stored.',
      action: 'Set SMTP_URL and MAIL_FROM, then send a test mail.',
    },
    whatsapp: {
      title: 'WhatsApp',
      ok: 'Messages about invoices go out by WhatsApp.',
      warning: 'No WhatsApp message goes out: they are only stored.',
      action: 'Set WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID of the account at Meta.',
    },
    'wallet bank': {
      title: 'Bank of the wallets',
      ok: 'Recharges of the wallet go to the account of the operator of this installation.',
      missing: 'No bank takes recharges: live wallets cannot be recharged.',
      simulated: 'No real bank is connected: recharges are simulated and cannot be paid.',
      action: 'Connect a bank with "npx embarque bank connect".',
    },
    carrier: {
      title: 'Carriers',
      ok: 'Searches find and sell real flights.',
      missing: 'Live searches find no real flights.',
      action: 'Set SUPPLIERS=duffel and DUFFEL_TOKEN to a live token.',
    },
    'invoice bank': {
      title: 'Bank of the invoices',
      ok: "Invoices carry a Pix code or a boleto of the agency's bank.",
      missing: 'No bank is connected: invoices carry no Pix code and no boleto.',
      simulated: 'No real bank is connected: charges are simulated and cannot be paid.',
      action: "Connect the agency's bank under Banks, in live mode.",
    },
    'key copy': {
      title: 'Copy of the secret key',
      ok: 'The key is in a backup or in SECRET_KEY. Check that there is a copy outside this machine.',
      missing: 'The secret key is on this machine alone; without it encrypted data cannot be read again.',
      action: 'Run "npx embarque backup FILE", which holds the key too, and keep the file elsewhere.',
    },
    backups: {
      title: 'Backups',
      ok: 'There is a recent backup, or continuous archiving (BACKUP_DIR).',
      warning: 'There is no recent backup made from here.',
      missing: 'No backup was ever made.',
      action: 'Run "npx embarque backup FILE" every day, and keep the files elsewhere.',
    },
    clock: {
      title: 'Clocks',
      ok: 'The clocks of the service and of the database agree.',
      warning: 'The clocks of the service and of the database do not agree.',
      missing: 'The clocks of the service and of the database are far apart.',
      action: 'Set both by a time server (NTP): deadlines go by them.',
    },
    versions: {
      title: 'Versions',
      ok: 'The service runs on versions that are supported.',
      missing: 'The version of PostgreSQL is too old.',
      action: 'Use PostgreSQL 14 or newer.',
    },
  },
}

const pt = {
  checks: {
    production: {
      title: 'Ambiente de produção',
      ok: 'Esta instalação atende clientes de verdade.',
      missing: 'Esta instalação é de teste: nenhum dinheiro real é movimentado e nenhum voo real é vendido.',
      action: 'Definir NODE_ENV=production e reiniciar, de preferência com um banco de dados novo.',
    },
    'public address': {
      title: 'Endereço público',
      ok: 'Seus clientes acessam o serviço pela internet.',
      missing: 'Os links dos e-mails e mensagens levam a esta máquina, que os clientes não acessam.',
      action: 'Definir PUBLIC_URL com o endereço do serviço, como https://embarque.example.com.',
    },
    https: {
      title: 'Conexão segura',
      ok: 'O endereço público é criptografado.',
      missing: 'Senhas, nomes e pagamentos passariam por onde outros podem ler.',
      action:
        'Colocar um proxy com certificado na frente do serviço e usar o endereço https:// em PUBLIC_URL.',
    },
    mail: {
      title: 'E-mail',
      ok: 'Os e-mails são enviados de verdade.',
      warning: 'O remetente dos e-mails é um endereço que a maioria dos servidores recusa.',
      missing: 'Nenhum e-mail é enviado: todos ficam guardados para leitura.',
      action: 'Definir SMTP_URL e MAIL_FROM, e depois enviar um e-mail de teste.',
    },
    whatsapp: {
      title: 'WhatsApp',
      ok: 'As mensagens de faturas são enviadas pelo WhatsApp.',
      warning: 'Nenhuma mensagem é enviada pelo WhatsApp: todas ficam guardadas para leitura.',
      action: 'Definir WHATSAPP_TOKEN e WHATSAPP_PHONE_NUMBER_ID da conta na Meta.',
    },
    'wallet bank': {
      title: 'Banco das carteiras',
      ok: 'As recargas da carteira caem na conta do administrador da instalação.',
      missing: 'Nenhum banco recebe as recargas: a carteira de produção não pode ser recarregada.',
      simulated: 'Nenhum banco real conectado: as recargas são simuladas e não podem ser pagas.',
      action: 'Conectar um banco com "npx embarque bank connect".',
    },
    carrier: {
      title: 'Fornecedor de voos',
      ok: 'As buscas encontram e vendem voos reais.',
      missing: 'As buscas de produção não encontram voos reais.',
      action: 'Definir SUPPLIERS=duffel e DUFFEL_TOKEN com uma chave de produção.',
    },
    'invoice bank': {
      title: 'Banco das faturas',
      ok: 'As faturas saem com código Pix ou boleto do banco da agência.',
      missing: 'Nenhum banco conectado: as faturas saem sem código Pix e sem boleto.',
      simulated: 'Nenhum banco real conectado: as cobranças são simuladas e não podem ser pagas.',
      action: 'Conectar o banco da agência em Bancos, no ambiente de produção.',
    },
    'key copy': {
      title: 'Cópia da chave secreta',
      ok: 'A chave está em uma cópia de segurança ou em SECRET_KEY. Confira se há uma cópia fora desta máquina.',
      missing:
        'A chave secreta está só nesta máquina; sem ela nada do que foi criptografado pode ser lido novamente.',
      action: 'Executar "npx embarque backup ARQUIVO", que leva a chave junto, e guardar em outro lugar.',
    },
    backups: {
      title: 'Cópias de segurança',
      ok: 'Há cópia recente ou arquivamento contínuo (BACKUP_DIR).',
      warning: 'Não há cópia de segurança recente feita por aqui.',
      missing: 'Nunca foi feita uma cópia de segurança.',
      action: 'Executar "npx embarque backup ARQUIVO" todo dia e guardar os arquivos em outro lugar.',
    },
    clock: {
      title: 'Relógios',
      ok: 'O relógio do serviço e o do banco de dados marcam a mesma hora.',
      warning: 'O relógio do serviço e o do banco de dados não batem.',
      missing: 'O relógio do serviço e o do banco de dados estão muito diferentes.',
      action: 'Acertar os dois por um servidor de hora (NTP): prazos e vencimentos dependem deles.',
    },
    versions: {
      title: 'Versões',
      ok: 'O serviço usa versões suportadas.',
      missing: 'A versão do PostgreSQL é antiga demais.',
      action: 'Usar PostgreSQL 14 ou mais novo.',
    },
  },
}

export const checkWords = { pt, en }
