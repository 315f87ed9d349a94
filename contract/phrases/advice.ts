// Exact reasons that replace the usual advice in `message`, with their texts for people in English and Portuguese. A name
// in braces is a placeholder.
import { PERMISSION_NAMES } from './permission-names.ts'
import { type Fixed, fill, type Phrase, type ReaderLanguage, type Values } from './phrase.ts'

export const REASONS = {
  'only an invoice that was sent can be credited': [
    'Only an invoice that was sent can be credited.',
    'Só uma fatura enviada pode receber uma nota de crédito.',
  ],
  'only an invoice that was sent is paid with credit': [
    'Only an invoice that was sent can be paid with credit.',
    'Só uma fatura enviada pode ser paga com crédito.',
  ],
  'send or cancel the draft first; its payments stay with it': [
    'Send or cancel the draft first.',
    'Envie ou cancele o rascunho antes.',
  ],
  'the bank cannot give this much back; choose credit or none as excess, or pay the client another way': [
    'The bank cannot give this much back. Keep it as credit, or pay the client another way.',
    'O banco não consegue devolver este valor. Guarde-o como crédito ou pague o cliente de outra forma.',
  ],
  "a part of what was paid became the client's credit; refund no more than the rest": [
    'A part of what was paid became credit of the client. Refund no more than the rest.',
    'Parte do que foi pago virou crédito do cliente. Devolva no máximo o restante.',
  ],
  'its client accepted the terms; create another trip for another client': [
    'The client accepted the terms of this trip. Create another trip for another client.',
    'O cliente já aceitou os termos desta viagem. Crie outra viagem para outro cliente.',
  ],
  'it was merged into {id}; use that id': [
    'This client was merged into another one. Use that one.',
    'Este cliente foi unido a outro. Use o cadastro que permaneceu.',
  ],
  'you belong to no team; ask its owner to invite you': [
    'You belong to no agency. Ask its owner to invite you.',
    'Você não faz parte de nenhuma agência. Peça um convite ao proprietário.',
  ],
  'this needs the permission {permission}, and {whose} does not have it': [
    'This needs the permission “{permission}”. Ask the owner of the agency.',
    'Isto exige a permissão “{permission}”. Fale com o proprietário da agência.',
  ],
  'this needs {what}; nothing here is for live mode': [
    'This is only for the test environment.',
    'Isto só existe no ambiente de teste.',
  ],
  'this needs {what}; it changes the team itself': [
    'This is only done in the live environment, as it changes the agency itself.',
    'Isto só pode ser feito em produção, porque muda a própria agência.',
  ],
  'a key cannot give what its maker does not have: {list}': [
    'You cannot give permissions that you do not have: {list}.',
    'Você não pode conceder permissões que não tem: {list}.',
  ],
  'only an owner changes what an owner is': [
    'Only an owner can change the role of an owner.',
    'Só um proprietário pode mudar a função de um proprietário.',
  ],
  'you are not an owner of this team any more': [
    'You are not an owner of this agency any more.',
    'Você não é mais proprietário desta agência.',
  ],
  'only an owner makes somebody an owner': [
    'Only an owner can make another person an owner.',
    'Só um proprietário pode tornar outra pessoa proprietária.',
  ],
  'the role {role} may do what you may not, and cannot be given by you: {list}': [
    'You cannot give a role that may do more than you may.',
    'Você não pode dar uma função com mais permissões que a sua.',
  ],
  'a team may have {most} {what} in each mode; remove one that is not needed first': [
    'The limit of {most} has been reached. Remove one that is not needed first.',
    'O limite de {most} foi atingido. Remova um que não seja necessário antes.',
  ],
  'a team may send {most} mails with invitations a day; go on tomorrow': [
    'Your agency has sent {most} invitations today. Go on tomorrow.',
    'Sua agência já enviou {most} convites hoje. Continue amanhã.',
  ],
  'you may have {most} passkeys; delete one first': [
    'You can have {most} passkeys. Remove one first.',
    'Você pode ter até {most} chaves de acesso. Remova uma antes.',
  ],
  'set what the test wallet holds with POST /api/v1/test/wallet and {body}, then send the request again, with another Idempotency-Key if it has one':
    [
      'The balance of the test wallet is not enough. Raise the test balance and try again.',
      'O saldo da carteira de teste não é suficiente. Aumente o saldo de teste e tente novamente.',
    ],
  'nothing has come by Pix or card for this invoice': [
    'Nothing has been paid by Pix or card for this invoice.',
    'Nada foi pago por Pix nem por cartão nesta fatura.',
  ],
  'the bank that collected this payment is disconnected; give the money back in its own app': [
    "The bank that received this payment is disconnected. Refund it in the bank's own app.",
    'O banco que recebeu este pagamento está desconectado. Faça a devolução no aplicativo do banco.',
  ],
  'it became invoice {id} already': ['The quote became an invoice already.', 'O orçamento já virou fatura.'],
  'it became trip {id} already': ['The quote became a trip already.', 'O orçamento já virou viagem.'],
  'a payment of it is held for review': [
    'A payment of this recharge is held for review.',
    'Um pagamento desta recarga está em análise.',
  ],
  'only its receiver may read what it says': [
    'Only its recipient may read this e-mail.',
    'Só o destinatário pode ler este e-mail.',
  ],
  'the supplier {name} is not connected any more; see SUPPLIERS': [
    'The supplier of this offer is not connected any more. Search again.',
    'O fornecedor desta oferta não está mais conectado. Busque novamente.',
  ],
  'the carrier does not sell this offer any more ({reason}); search again': [
    'The airline does not sell this offer any more. Search again.',
    'A companhia aérea não vende mais esta oferta. Busque novamente.',
  ],
  'the carrier could not be asked; try again shortly': [
    'The airline did not respond. Try again in a moment.',
    'A companhia aérea não respondeu. Tente novamente em instantes.',
  ],
  'the carrier did not answer; send the request again shortly': [
    'The airline did not respond. Try again in a moment.',
    'A companhia aérea não respondeu. Tente novamente em instantes.',
  ],
  'no rate of {currency} is known now': [
    'There is no exchange rate of {currency} at the moment.',
    'Não há cotação de {currency} no momento.',
  ],
  'no supplier of flights could be reached; send the request again shortly': [
    'No supplier of flights responded. Try again in a moment.',
    'Nenhum fornecedor de voos respondeu. Tente novamente em instantes.',
  ],
  'no supplier of flights is connected for {mode} keys; name a real one in SUPPLIERS, and restart': [
    'No supplier of flights is connected. Ask the operator of the service.',
    'Nenhum fornecedor de voos está conectado. Fale com o administrador da instalação.',
  ],
  'none of the suppliers that your team wants is connected; change search.suppliers by PATCH /api/v1/team': [
    'None of the suppliers that your agency chose is connected. Change them in the settings.',
    'Nenhum dos fornecedores escolhidos pela sua agência está conectado. Altere a escolha nas configurações.',
  ],
  "no bank of the operator's takes {method}; use another payment_method": [
    'This way to pay is not available for recharges. Choose another one.',
    'Esta forma de pagamento não está disponível para recargas. Escolha outra.',
  ],
  'the operator of the service has to connect the bank of the wallet with "npx embarque bank connect"': [
    'No bank is connected for recharges. Ask the operator of the service.',
    'Nenhum banco está conectado para recargas. Fale com o administrador da instalação.',
  ],
  'the bank refused the charge, and nothing was made; the operator has to check its credentials': [
    'The bank refused the charge. Ask the operator of the service.',
    'O banco recusou a cobrança. Fale com o administrador da instalação.',
  ],
  'the bank did not answer, and nothing was made; send the request again shortly': [
    'The bank did not respond, and no charge was created. Try again in a moment.',
    'O banco não respondeu e nenhuma cobrança foi criada. Tente novamente em instantes.',
  ],
  'the advance was interrupted; send the request again to continue to the same time': [
    'The advance of the test clock was interrupted. Try again to go on.',
    'O avanço do relógio de teste foi interrompido. Tente novamente para continuar.',
  ],
  'a receipt is there once the tickets are issued': [
    'The receipt is available once the tickets are issued.',
    'O recibo fica disponível quando os bilhetes forem emitidos.',
  ],
  'the carrier issued no tickets, and what was debited has been returned': [
    'The airline issued no tickets. What was debited was returned to the wallet.',
    'A companhia aérea não emitiu os bilhetes. O valor debitado voltou à carteira.',
  ],
  'people are being erased already; erase one after the other': [
    'Personal data is being erased already. Wait until that is done.',
    'Já há dados pessoais sendo eliminados. Aguarde o fim dessa eliminação.',
  ],
  'its counter went back, as that of a copy would; delete it and add it again': [
    'This passkey may be a copy. Remove it and add it again.',
    'Esta chave de acesso pode ser uma cópia. Remova-a e cadastre-a novamente.',
  ],
  'save it as a plain JPEG, without so many scans': [
    'Save the picture as a plain JPEG and send it again.',
    'Salve a imagem como um JPEG comum e envie-a novamente.',
  ],
  'send a body of at most {bytes} bytes': [
    'What was sent is too large: {bytes} bytes are the most.',
    'O conteúdo enviado é grande demais: o máximo são {bytes} bytes.',
  ],
  'only recharges can fail': ['Only recharges can fail.', 'Só recargas podem falhar.'],
  'its payment went back already': ['The payment was returned already.', 'O pagamento já foi devolvido.'],
  'its charge is paid; nothing is left to be paid by it': [
    'The charge is paid already.',
    'A cobrança já foi paga.',
  ],
} satisfies Readonly<Record<string, Phrase>>

type Template = keyof typeof REASONS

/** Options of a failure. Advice that is for programmers alone is given as a plain `advice`. */
export function adviceWith<const T extends Template>(
  template: T,
  ...[given]: T extends Fixed<T> ? [] : [values: Values<T>]
): { advice: string; said: Readonly<Record<ReaderLanguage, string>> } {
  const [english, portuguese] = REASONS[template]
  const values = given ?? {}
  return {
    advice: fill(template, values),
    said: {
      en: fill(english, values, { permission: (name) => nameOf('en', name) }),
      'pt-BR': fill(portuguese, values, { permission: (name) => nameOf('pt-BR', name) }),
    },
  }
}

function nameOf(language: ReaderLanguage, permission: string): string {
  return new Map<string, string>(Object.entries(PERMISSION_NAMES[language])).get(permission) ?? permission
}
