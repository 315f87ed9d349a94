// Stored errors of banks, mail servers and webhook receivers, and names that the service gives, with their
// Portuguese translations. They come from the database as English texts, so a pattern finds them. Others stay unchanged.
import { type Phrase, translator } from './phrase.ts'

export const SAID_BY_OTHERS: readonly Phrase[] = [
  ['First live key', 'Primeira chave de produção'],
  ['First test key', 'Primeira chave de teste'],
  ['First live key via {agent}', 'Primeira chave de produção, por {agent}'],
  ['First test key via {agent}', 'Primeira chave de teste, por {agent}'],
  ['Pix key', 'Chave Pix'],
  ['Simulated bank', 'Banco simulado'],
  ['the connection was refused', 'a conexão foi recusada'],
  ['the connection was closed too early', 'a conexão foi encerrada antes do fim'],
  ['the headers of the answer are too long', 'os cabeçalhos da resposta são longos demais'],
  ['the host cannot be reached', 'o servidor não pode ser acessado'],
  ['timed out', 'o tempo de espera terminou'],
  ['its certificate is signed by itself', 'o certificado do servidor é assinado por ele mesmo'],
  ['its certificate is signed by nobody known', 'o certificado do servidor não tem assinatura reconhecida'],
  [
    'its certificate comes without those that vouch for it',
    'o certificado do servidor vem sem os certificados intermediários',
  ],
  ['its certificate has expired', 'o certificado do servidor expirou'],
  ['its certificate is not valid yet', 'o certificado do servidor ainda não é válido'],
  ['its certificate is for another name', 'o certificado do servidor é de outro nome'],
  ['the answer is not HTTP', 'a resposta não é HTTP'],
  ['the TLS handshake failed', 'a conexão segura (TLS) falhou'],
  ['no public address was found for this host', 'nenhum endereço público foi encontrado para este servidor'],
  ['our look-up of the name got no answer', 'a consulta do nome do servidor não teve resposta'],
  [
    'only https addresses without credentials are called',
    'só endereços https sem usuário e senha são acessados',
  ],
  ['the service is stopping', 'o serviço está sendo encerrado'],
  ['answered {status}', 'respondeu {status}'],
  [
    '{reason}; this does not count towards switching the webhook off',
    '{reason}; isto não conta para desativar o webhook',
  ],
  ['the bank was not reached: {reason}', 'não foi possível acessar o banco: {reason}'],
  ['the bank timed out', 'o banco não respondeu a tempo'],
  ['the bank answered {status} when asked for a token', 'o banco respondeu {status} ao pedido de acesso'],
  ['the bank answered {status}', 'o banco respondeu {status}'],
  ['the bank does not accept the credentials', 'o banco não aceita as credenciais'],
  ['the bank does not accept the credentials ({words})', 'o banco não aceita as credenciais ({words})'],
  ['the bank does not accept the credentials: {words}', 'o banco não aceita as credenciais: {words}'],
  ['the bank does not accept the API key', 'o banco não aceita a chave de API'],
  ['the bank does not accept the API key: {words}', 'o banco não aceita a chave de API: {words}'],
  ['the bank does not accept the access token', 'o banco não aceita o Access Token'],
  ['the bank does not accept the access token: {words}', 'o banco não aceita o Access Token: {words}'],
  ['the bank wants to be asked less often', 'o banco recebeu consultas demais: aguarde um pouco'],
  ['the bank has no such thing', 'o banco não encontrou este registro'],
  ['the bank could not give it back', 'o banco não conseguiu devolver o valor'],
  ['the money went back to the payer in a dispute', 'o valor já voltou ao pagador em uma contestação'],
  ['the bank does not accept the certificate', 'o banco não aceita o certificado'],
  [
    'the certificate or its private key cannot be used',
    'o certificado ou a chave privada não pode ser usado',
  ],
  ['the answer of the bank is too large', 'a resposta do banco é grande demais'],
  ['the answer of the bank does not fit its API', 'a resposta do banco não segue a API dele'],
  ['the answer of the bank is not JSON', 'a resposta do banco não é JSON'],
  ['the bank has another charge with this txid', 'o banco tem outra cobrança com este txid'],
  ['the charge was removed', 'a cobrança foi removida'],
  ['the charge has expired', 'a cobrança expirou'],
  ['the amount is not one of a charge', 'o valor não é aceito em uma cobrança'],
  ['the amount is not one of a Pix charge', 'o valor não é aceito em uma cobrança Pix'],
  ['not an amount of a charge', 'o valor da cobrança não é válido'],
  ['not the txid of a charge', 'o identificador da cobrança (txid) não é válido'],
  ['not the txid of a Pix charge', 'o identificador da cobrança Pix (txid) não é válido'],
  ['not the id of a payment', 'o identificador do pagamento não é válido'],
  ['not the id of a Pix payment', 'o identificador do pagamento Pix não é válido'],
  ['not the id of a refund', 'o identificador da devolução não é válido'],
  ['not the id of a mandate', 'o identificador da autorização não é válido'],
  ['not a payment of a charge', 'o pagamento não é de uma cobrança'],
  ['the bank made another charge than was ordered', 'o banco emitiu outra cobrança, diferente da pedida'],
  ['the bank sent no code to pay with', 'o banco não enviou o código de pagamento'],
  ['this bank makes Pix charges only', 'este banco só emite cobranças Pix'],
  ['this bank takes no requests for another attempt', 'este banco não aceita pedidos de nova tentativa'],
  ['a mandate needs a payer with CPF or CNPJ', 'o Pix Automático precisa de um pagador com CPF ou CNPJ'],
  [
    'the connection does not name the account that mandates are paid into',
    'a conexão não informa a conta que recebe os débitos do Pix Automático',
  ],
  [
    'the simulated bank gives any amount back but 0.13',
    'o banco simulado devolve qualquer valor, menos R$ 0,13',
  ],
  ['the name could not be resolved', 'o nome do servidor não foi encontrado'],
  [
    'the address is not allowed: it is private or special',
    'o endereço não é permitido: é de uma rede privada ou especial',
  ],
  ['the charge is of another mandate', 'a cobrança é de outra autorização'],
  [
    'the txid is not 26 to 35 letters and digits',
    'o identificador da cobrança (txid) não tem de 26 a 35 letras e números',
  ],
  ['the mandate has ended', 'a autorização foi encerrada'],
  [
    'the bank has another authorization than was ordered',
    'o banco tem outra autorização, diferente da pedida',
  ],
  ['the bank has not cancelled the mandate yet', 'o banco ainda não cancelou a autorização'],
  ['the bank has not shown the code of the mandate yet', 'o banco ainda não mostrou o código da autorização'],
  ['the charge is for another Pix key', 'a cobrança é de outra chave Pix'],
  [
    'the bank says that it is paid, but not yet by which payment',
    'o banco informa que foi paga, mas ainda não por qual pagamento',
  ],
  ['more than {count} pages of payments', 'mais de {count} páginas de pagamentos'],
  ['not an amount of a refund', 'o valor da devolução não é válido'],
  ['the bank has another refund with this id', 'o banco tem outra devolução com este id'],
  [
    'the bank says that it was given back, but not yet how',
    'o banco informa que foi devolvida, mas ainda não como',
  ],
  [
    'the bank makes no charge for a payer without CPF or CNPJ',
    'o banco não emite cobrança para um pagador sem CPF ou CNPJ',
  ],
  ['the due date has passed', 'o vencimento já passou'],
  [
    'a Pix with a due date needs a payer with CPF or CNPJ',
    'um Pix com vencimento precisa de um pagador com CPF ou CNPJ',
  ],
  [
    'the interest has more decimals than a Pix with a due date takes',
    'os juros têm mais casas decimais do que um Pix com vencimento aceita',
  ],
  ['the bank has another charge than was ordered', 'o banco tem outra cobrança, diferente da pedida'],
  ['the bank sent no page that takes a card', 'o banco não enviou a página de pagamento com cartão'],
  ['the account is not of Mercado Pago in Brazil', 'a conta não é do Mercado Pago no Brasil'],
  ['the bank sent a code that nobody can pay with', 'o banco enviou um código que não pode ser pago'],
  [
    'the bank sent a barcode that does not fit the boleto',
    'o banco enviou um código de barras que não corresponde ao boleto',
  ],
  [
    'the bank sent a line that does not fit its barcode',
    'o banco enviou uma linha digitável que não corresponde ao código de barras',
  ],
  ['the bank has no such charge', 'o banco não tem esta cobrança'],
  ['the simulated bank keeps no books', 'o banco simulado não guarda extratos'],
  ['a Pix key keeps no books', 'uma chave Pix não guarda extratos'],
  ['the agency gives money of its key back itself', 'a própria agência devolve o que entrou na chave dela'],
  ['no reason was given', 'nenhum motivo foi informado'],
  ['not sent: the link in it has ended', 'não enviado: o link contido nele expirou'],
]

const translate = translator(SAID_BY_OTHERS)

/** In Portuguese if known, nested reasons included. */
export function saidInPortuguese(text: string): string {
  const [, before, reason, after] = WITHIN.exec(text) ?? []
  if (reason === undefined) return translate(text) ?? text
  const whole = translate(`${before ?? ''}${reason}${after ?? ''}`) ?? text
  return whole.replace(reason, () => translate(reason) ?? reason)
}

const WITHIN =
  /^(the bank was not reached: )?(.+?)(; this does not count towards switching the webhook off)?$/s
