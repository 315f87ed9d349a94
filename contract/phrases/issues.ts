// The texts of `details[].issue`, and their Portuguese translations. A text with values is filled in for both languages
// by `issueWith`, so an issue without a translation does not compile.
import {
  type Fixed,
  fill,
  type Phrase,
  type ReaderLanguage,
  type ShownValues,
  translator,
  type Values,
} from './phrase.ts'
import { saidInPortuguese } from './said-by-others.ts'

const GENERAL = {
  'is required': 'Preencha este campo.',
  'is wrong': 'Este valor não é aceito.',
  'must be * or the ETag of an answer, with its quotes': 'Informe * ou o ETag de uma resposta, com as aspas.',
  'must not be blank': 'Preencha este campo.',
  'must not be empty': 'Preencha este campo.',
  'must be a string': 'Informe um texto.',
  'must be a number': 'Informe um número.',
  'must be a whole number': 'Informe um número inteiro.',
  'must be true or false': 'Informe verdadeiro ou falso.',
  'must be null': 'Deixe este campo vazio.',
  'must be a list': 'Informe uma lista.',
  'must be an object': 'Informe um objeto.',
  'must be one of {list}': 'Use um destes valores: {list}.',
  'cannot be used together with starting_after': 'Não combine este campo com starting_after.',
  'cannot be used together with a cursor': 'Não combine este campo com um cursor.',
  'is not a cursor of this list with these filters':
    'Este cursor não é desta lista com estes filtros. Comece pela primeira página.',
  'must look like {example}': 'Use este formato: {example}.',
  'must have at least 1 character': 'Preencha este campo.',
  'must have at least {count} characters': 'Use pelo menos {count} caracteres.',
  'must have at most 1 character': 'Use no máximo um caractere.',
  'must have at most {count} characters': 'Use no máximo {count} caracteres.',
  'must have 1 to {count} characters': 'Use de 1 a {count} caracteres.',
  'must have at least 1 item': 'Inclua pelo menos um item.',
  'must have at least {count} items': 'Inclua pelo menos {count} itens.',
  'must have at most 1 item': 'Inclua no máximo um item.',
  'must have at most {count} items': 'Inclua no máximo {count} itens.',
  'must have at most {count} keys': 'Use no máximo {count} chaves.',
  'must have keys of 1 to {count} characters': 'Use chaves de 1 a {count} caracteres.',
  'must have at least 1 field': 'Informe pelo menos um campo.',
  'must have at least {count} fields': 'Informe pelo menos {count} campos.',
  'must have at most {count} fields': 'Informe no máximo {count} campos.',
  'must have at most {count} decimals': 'Use no máximo {count} casas decimais.',
  'must have {count} digits or letters': 'Use {count} dígitos ou letras.',
  'must have {count} digits': 'Use {count} dígitos.',
  'must be exactly {value}': 'O valor deve ser {value}.',
  'must be {least} or more': 'O mínimo é {least}.',
  'must be {most} or less': 'O máximo é {most}.',
  'must be more than {least}': 'O valor deve ser maior que {least}.',
  'must be less than {most}': 'O valor deve ser menor que {most}.',
  'must be a multiple of {step}': 'O valor deve ser múltiplo de {step}.',
  'must have a valid form': 'O formato não é válido.',
  'must not have other fields': 'Há campos que não são aceitos aqui.',
  'has the same item twice': 'Há itens repetidos.',
  'must be an e-mail address': 'Informe um e-mail válido.',
  'must be the id of a client': 'Escolha um cliente.',
  'is no client': 'Este cliente não existe.',
  'must belong to an account; "people list" shows them':
    'Informe o e-mail de uma conta; "people list" mostra todas.',
  'is no team': 'Esta agência não existe.',
  'must be an amount such as "500.00"': 'Informe um valor como "500.00".',
  'must be an amount such as 35.00': 'Informe um valor como 35.00.',
  'must be an amount with at most two decimals': 'Informe um valor com no máximo duas casas decimais.',
  'must have either discount_percent or discount_amount':
    'Informe a porcentagem ou o valor do desconto, e só um dos dois.',
  'must not be after due_date': 'A data não pode ser posterior ao vencimento.',
  'must be less than the total': 'O valor deve ser menor que o total.',
  'must be a currency such as "USD"': 'Informe uma moeda como "USD".',
  'must be a date such as 2026-11-15': 'Informe uma data como 2026-11-15.',
  'must be a date such as 2026-12-01': 'Informe uma data como 2026-12-01.',
  'must be a date that exists, as YYYY-MM-DD': 'Informe uma data que existe, no formato AAAA-MM-DD.',
  'must be a timestamp such as 2026-11-15T12:00:00.000Z':
    'Informe data e hora como 2026-11-15T12:00:00.000Z.',
  'must be a timestamp such as 2027-01-31T12:00:00.000Z':
    'Informe data e hora como 2027-01-31T12:00:00.000Z.',
  'must be a day or a timestamp such as 2026-11-15 or 2026-11-15T12:00:00.000Z':
    'Informe uma data, ou data e hora, como 2026-11-15 ou 2026-11-15T12:00:00.000Z.',
  'must be left out or equal {field}, which is the same field':
    'Deixe este campo vazio ou igual a {field}, que é o mesmo campo.',
  'must be {version}, the only version so far, or left out':
    'Use {version}, a única versão até agora, ou deixe vazio.',
  'is not needed on a domestic flight and was left out':
    'Este documento não é necessário em voo nacional e foi desconsiderado.',
  'must be the name of a header': 'Informe o nome de um cabeçalho HTTP.',
  'is set by the service or belongs to the connection':
    'Este cabeçalho é definido pelo sistema ou pertence à conexão.',
  'must be 1 to {count} printable ASCII characters, without a space at the ends':
    'Use de 1 a {count} caracteres ASCII visíveis, sem espaço nas pontas.',
  'must have 16 to 200 printable ASCII characters, after an optional whsec_':
    'Use de 16 a 200 caracteres ASCII visíveis, com ou sem whsec_ na frente.',
  'must be true or left out: in production every receiver is checked':
    'Use verdadeiro ou deixe vazio: em produção, todo endereço é verificado.',
  'must have one of {list}': 'Informe pelo menos um destes campos: {list}.',
  'must not be later than today': 'A data não pode ser posterior a hoje.',
  'must not be before today': 'A data não pode ser anterior a hoje.',
  'must be 0 for an invoice with items of trips': 'Use 0 em faturas com itens de viagens.',
  'must bill more than 0 of the item of the trip': 'Cobre um valor maior que zero do item da viagem.',
  'does not exist': 'Não existe.',
  'belongs to a trip of another client': 'Pertence à viagem de outro cliente.',
  'bills more than the {amount} BRL that are open': 'O saldo a faturar deste item é de {amount}.',
  'bills more than is open': 'Não há saldo a faturar deste item.',
  'must be true for an item of a trip': 'A devolução de um item de viagem reduz o valor devido.',
  'is not billed by this invoice': 'Este item não está na fatura.',
  'is more than the {amount} BRL billed of the item of the trip':
    'O valor é maior que os {amount} faturados deste item.',
  'is more than the {amount} BRL of credit': 'O cliente tem {amount} de crédito.',
  'is more than the {amount} BRL that are due': 'O valor é maior que os {amount} a pagar.',
  'is more than the {amount} BRL that can be credited':
    'O valor é maior que os {amount} que podem ser creditados.',
  'is required: {amount} BRL were paid and would no longer be owed':
    'Escolha o que fazer com {amount} que já foram pagos e não serão mais devidos.',
  'is not the sum of the items, {amount} BRL': 'O valor não é a soma dos itens, {amount}.',
  'is required, or trip_item_id': 'Escolha um item da fatura.',
  "is less than the {amount} BRL that the client's credit paid":
    'O valor é menor que os {amount} pagos com crédito do cliente. Remova esse pagamento.',
  'is {amount} BRL more than was due': 'O valor é {amount} maior do que o devido.',
  'must be a time such as 06:00': 'Informe um horário como 06:00.',
  'must be a time such as 14:00': 'Informe um horário como 14:00.',
  'must be a local time such as 2026-12-20T06:40': 'Informe data e hora locais como 2026-12-20T06:40.',
  'must be a whole number from {least} to {most}': 'Informe um número inteiro de {least} a {most}.',
  'must be a whole number from {least} on': 'Informe um número inteiro a partir de {least}.',
  'must be from {first} to {last}': 'Use um valor de {first} a {last}.',
  'must be in the future': 'Escolha um momento no futuro.',
  'must be after from': 'O fim deve ser depois do início.',
  'must not be before from': 'O fim não pode ser antes do início.',
  'must not be before start_date': 'A data final não pode ser antes da inicial.',
  'must not be after end_date': 'A data inicial não pode ser depois da final.',
  'must be an IATA airline code such as LA': 'Informe o código IATA da companhia aérea, como LA.',
  'must be an ISO 3166-1 code of two letters, such as BR':
    'Informe o código do país com duas letras, como BR.',
  'must be an IANA time zone such as America/Sao_Paulo': 'Escolha um fuso horário, como America/Sao_Paulo.',
  'has wrong check digits; it was stored as sent':
    'Os dígitos verificadores não conferem. O número foi salvo como enviado.',
  'is not a known field and was left out; did you mean {name}?':
    'Este campo não existe e foi ignorado. Seria {name}?',
  'is not a known field and was left out': 'Este campo não existe e foi ignorado.',
  'has more unknown fields, which are not listed': 'Há outros campos desconhecidos, que não foram listados.',
  'is not valid JSON': 'O conteúdo não é um JSON válido.',
  'must not be nested more than {count} levels deep': 'O conteúdo não pode ter mais de {count} níveis.',
  'must not have more than {count} values': 'O conteúdo não pode ter mais de {count} valores.',
  'must not contain the character U+0000': 'O texto contém um caractere que não é aceito.',
  'must not contain half of a surrogate pair': 'O texto contém um caractere que não é aceito.',
  'must be 1 to {count} printable ASCII characters without spaces':
    'Use de 1 a {count} caracteres ASCII, sem espaços.',
  'must be live or test': 'Escolha entre produção (live) e ambiente de teste (test).',
  'must be the id of an event': 'Informe o id de um evento.',
  'must be one message: send each of a batch alone': 'Envie uma mensagem por vez.',
  'must be 1, true, 0 or false, or be left out': 'Use 1, true, 0 ou false, ou deixe vazio.',
}

const TRIPS = {
  'is no trip': 'Esta viagem não existe.',
  'is no traveller of the trip': 'Este passageiro não faz parte da viagem.',
  'is no person of the team': 'Esta pessoa não faz parte da equipe.',
  'lacks a traveller of an item': 'Falta um passageiro que está em um item da viagem.',
  'must be another trip': 'Escolha outra viagem.',
  'must be a quoted flight': 'Escolha um voo orçado da viagem.',
  'must be 1 for BRL': 'Em reais, o câmbio é 1.',
  'is required for another currency than BRL': 'Informe o câmbio da moeda em reais.',
  'must be at most 999999999.99 BRL': 'O máximo é R$ 999.999.999,99.',
  "is no companion in the file of the trip's client":
    'Este acompanhante não está no cadastro do cliente da viagem.',
  'must be at most the price of the item': 'O máximo é o preço do item.',
  'is for cancelled items': 'Este valor é só para itens cancelados.',
  'is for items of the kind flight': 'Este campo é só para voos.',
  'is for trips with days': 'A viagem ainda não tem datas para mudar.',
  'must be an IATA code such as GRU': 'Informe o código IATA do aeroporto, como GRU.',
  'must not be before starts_at': 'O fim não pode ser antes do início.',
  'must not be before departing_at': 'A chegada não pode ser antes do embarque.',
  'is required with ends_at': 'Informe também o início.',
  'is required with trip_item_id': 'Informe também a viagem.',
}

const FLIGHTS = {
  'must be the id of an offer (off_)': 'Informe o id de uma oferta (off_).',
  'must be hold or instant': 'Escolha entre reserva com prazo (hold) e emissão imediata (instant).',
  'must be a list of passengers': 'Informe a lista de passageiros.',
  'must be at most 16 KiB of JSON': 'O conteúdo pode ter no máximo 16 KiB.',
  'cannot be ordered yet': 'Ainda não é possível pedir estes serviços.',
  'is required when type is instant': 'Informe o pagamento para emitir imediatamente.',
  'must be a list of one payment': 'Informe um único pagamento.',
  'must be an object with type, amount and currency': 'Informe tipo, valor e moeda do pagamento.',
  'must be balance': 'O pagamento deve ser com o saldo da carteira (balance).',
  "must be the offer's total_amount, {total}": 'O valor deve ser o total da oferta: {total}.',
  "must be the offer's total_currency, {currency}": 'A moeda deve ser a da oferta: {currency}.',
  'must be a list of at most {count}': 'Inclua no máximo {count}.',
  'must be + and 8 to 15 digits': 'Informe o telefone com + e de 8 a 15 dígitos.',
  'must have 1 to {count} characters: Latin letters, and between them spaces, hyphens, apostrophes or dots':
    'Use de 1 a {count} caracteres: letras e, entre elas, espaços, hifens, apóstrofos ou pontos.',
  'must not be before {year}': 'A data não pode ser anterior a {year}.',
  'must not be after today ({today})': 'A data não pode ser posterior a hoje ({today}).',
  'is before the last flight ({day})': 'O documento vence antes do último voo ({day}).',
  'is before the last flight arrives ({day})': 'O documento vence antes da chegada do último voo ({day}).',
  'is masked; send the whole number': 'O número está mascarado. Informe o número completo.',
  'must have a passport, because the trip is international':
    'Informe o passaporte: a viagem é internacional.',
  'was given already': 'Este passageiro já foi informado.',
  'is no passenger of this offer': 'Este passageiro não faz parte da oferta.',
  'lacks {id} of the offer': 'Falta o passageiro {id} da oferta.',
  'must fit adult: 12 years or older at the last flight ({day})':
    'Adultos têm 12 anos ou mais no último voo ({day}).',
  'must fit child: 2 to 11 years old at the last flight ({day})':
    'Crianças têm de 2 a 11 anos no último voo ({day}).',
  'must fit infant_without_seat: under 2 years old at the last flight ({day})':
    'Bebês de colo têm menos de 2 anos no último voo ({day}).',
  'may be given for an adult only': 'Só um adulto pode levar um bebê de colo.',
  'must be an infant_without_seat of this offer': 'Escolha um bebê de colo desta oferta.',
  'is with another adult already': 'Este bebê de colo já está com outro adulto.',
  'must be the infant_passenger_id of an adult': 'Cada bebê de colo precisa de um adulto.',
  'must be one window, or a list with one for each slice': 'Informe um horário, ou um para cada trecho.',
  'must be an object such as {example}': 'Use este formato: {example}.',
  'must be a list of at least one slice': 'Informe pelo menos um trecho.',
  'must have {count} for {type}': 'Este tipo de viagem ({type}) tem {count} trecho(s).',
  'must be where the first slice ends': 'A volta deve partir do destino da ida.',
  'must be where the first slice begins': 'A volta deve chegar à origem da ida.',
  'must differ from the origin': 'O destino deve ser diferente da origem.',
  'must be a list of passengers with their count': 'Informe quantos passageiros viajam.',
  'must be 1 to {count} with a seat': 'Escolha de 1 a {count} passageiros com assento.',
  'must have at most one infant_without_seat for each adult':
    'Cada adulto pode levar no máximo um bebê de colo.',
  'must be a list of 1 to {count} airline codes': 'Escolha de 1 a {count} companhias aéreas.',
  'must not be before that of the slice before': 'A data não pode ser anterior à do trecho anterior.',
  'is not the IATA code of an airport or city': 'Este código não é de um aeroporto ou de uma cidade.',
  'must not be in the same city as the origin': 'O destino não pode ficar na mesma cidade da origem.',
  'must be {today} or later in {city}': 'A data deve ser {today} ou posterior.',
  'the wallet has {has} BRL and confirming takes {takes} BRL: recharge it before payment_required_by':
    'A carteira tem {has} e a emissão custa {takes}: faça uma recarga antes do prazo de emissão.',
  'the wallet has {has} BRL and confirming takes {takes} BRL: set what it holds with POST /api/v1/test/wallet before payment_required_by':
    'A carteira de teste tem {has} e a emissão custa {takes}: aumente o saldo de teste antes do prazo de emissão.',
}

const PRICING = {
  'must have a condition; what is for all trips is the default':
    'Inclua uma condição: o que vale para todas as viagens é o padrão.',
  'must have a markup_percent or a fee_amount': 'Informe o percentual ou a taxa de serviço.',
  'is required with passenger_types: it is for each of these passengers':
    'Informe a taxa de serviço: ela vale para cada um destes passageiros.',
  'must have an origin or a destination': 'Informe a origem ou o destino.',
  'is not the code of an airport, city or country':
    'Este código não é de um aeroporto, de uma cidade ou de um país.',
  'is not the id of a rule, or is there twice': 'Esta regra não existe ou está repetida.',
  'must be a percentage from 0 to {most}, up to 4 decimals':
    'Informe um percentual de 0 a {most}, com até 4 casas decimais.',
  'must be a percentage from 0 to 1000 with up to 4 decimals':
    'Informe um percentual de 0 a 1000, com até 4 casas decimais.',
  'must be client_amount or base_cost': 'Use client_amount ou base_cost.',
}

const INVOICING = {
  'add up to more than 999999999999.99': 'A soma dos itens passa de R$ 999.999.999.999,99.',
  'makes more than 999999999999.99 paid': 'O total pago passaria de R$ 999.999.999.999,99.',
  'cannot be changed: the invoice was issued': 'Não pode ser alterado: a fatura já foi emitida.',
  'cannot be changed: its code was made through this bank':
    'Não pode ser alterado: o código de pagamento foi gerado por este banco.',
  'cannot be changed: the quote became an invoice': 'Não pode ser alterado: o orçamento virou fatura.',
  'cannot be changed: the quote became a trip': 'Não pode ser alterado: o orçamento virou viagem.',
  'cannot be changed: the quote is {status}': 'Não pode ser alterado: o orçamento não está mais em aberto.',
  'is no Pix or card payment of this invoice': 'Este não é um pagamento por Pix ou cartão desta fatura.',
  'is required: the invoice has several payments that can be refunded':
    'Escolha o pagamento: a fatura tem vários que podem ser devolvidos.',
  'is required, as there are several payments: {list}': 'Escolha o pagamento: {list}.',
  'is required unless options are given': 'Inclua itens ou opções.',
  'must be left out where options are given': 'Com opções, os itens ficam em cada opção.',
  'is none of the options': 'Esta não é uma das opções.',
  'is for accepted quotes with options': 'Só um orçamento aceito com opções tem uma opção escolhida.',
  'must say which option was accepted': 'Escolha a opção aceita.',
  'is required when frequency is custom': 'Informe o intervalo em dias.',
  'pix_automatic needs a frequency of {list}: banks know no other':
    'O Pix Automático só existe para faturas mensais, trimestrais, semestrais ou anuais.',
  'must be less than {count} {period}s before end_date':
    'O período é longo demais. Escolha datas mais próximas.',
  'must be at most {most}': 'O máximo é {most}.',
  'must be {count} or left out, as for the card that is being checked':
    'Deve ser {count}, como no cartão em análise, ou ficar de fora.',
  'no connected payment provider takes {method}; it is made by itself when one is connected with POST /api/v1/payment-providers':
    'Nenhum banco conectado oferece {method}. A cobrança é gerada quando um banco for conectado.',
  'the bank wants a client with a valid cpf or cnpj; it is made by itself when the client has one':
    'O banco exige um cliente com CPF ou CNPJ válido. A cobrança é gerada assim que o cadastro for corrigido.',
  'the bank has not answered yet; it is made by itself as soon as the bank does':
    'O banco ainda não respondeu. A cobrança é gerada assim que ele responder.',
  'the bank wants a client with a valid cpf or cnpj':
    'O banco exige um cliente com CPF ou CNPJ válido. Corrija o cadastro do cliente.',
  'pays only invoices of recurring invoices': 'O Pix Automático só cobra faturas recorrentes.',
  'the bank refused the cpf or cnpj of the client; it is made by itself when the client has another':
    'O banco recusou o CPF ou CNPJ do cliente. A cobrança é gerada assim que o cadastro for corrigido.',
  'a charge by {method} needs a client with a valid cpf or cnpj, asks for {amount} at most, is due until {day}':
    'Uma cobrança por {method} exige um cliente com CPF ou CNPJ válido, é de até {amount} e vence até {day}.',
  'a charge by {method} needs a client with a valid cpf or cnpj, asks for {amount} at most':
    'Uma cobrança por {method} exige um cliente com CPF ou CNPJ válido e é de até {amount}.',
  'a charge by {method} asks for {amount} at most': 'Uma cobrança por {method} é de até {amount}.',
  'cannot be changed: the credit note was issued': 'Não pode ser alterado: a nota de crédito já foi emitida.',
  '{id} is not over': 'A viagem {id} ainda não terminou.',
  '{id} is not cancelled': 'A fatura recorrente {id} não foi cancelada.',
}

const WALLET = {
  'must be that of a held payment; "payments review" lists them':
    'Informe o ID de um pagamento retido; "payments review" mostra todos.',
  'must be that of a payment that is still there; this one went back to its payer, so refuse it':
    'Este pagamento já voltou ao pagador: recuse-o.',
  'must be that of a payment that is still there; {amount} of this one went back to its payer, so refuse it and give the rest back at the bank':
    'Deste pagamento, {amount} já voltaram ao pagador: recuse-o e devolva o resto pelo banco.',
  'must be BRL': 'A moeda deve ser BRL.',
  'is below 100.00': 'O mínimo é R$ 100,00.',
  'is above 50000.00': 'O máximo é R$ 50.000,00.',
  'no boleto can be due after {day}; use pix': 'Nenhum boleto pode vencer depois de {day}. Use Pix.',
  'must be an amount above zero such as "500.00"': 'Informe um valor acima de zero, como "500.00".',
  'must be at most what is left of the payment': 'O máximo é o que resta do pagamento.',
  'must be an amount from 0.00 to 10000000.00, such as "20000.00"':
    'Informe um valor de 0,00 a 10.000.000,00, como "20000.00".',
  'must be an ISO 8601 duration above zero and of at most 2 years, such as PT30M':
    'Informe uma duração ISO 8601 acima de zero e de no máximo 2 anos, como PT30M.',
}

const BANKS = {
  'in production the simulated bank serves test keys only':
    'Nesta instalação, o banco simulado só atende o ambiente de teste.',
  'collects no recharges; name a bank': 'Este banco não recebe recargas. Escolha outro.',
  'must be digits without punctuation': 'Informe só números, sem pontos nem traços.',
  'must be up to 4 digits, without a check digit': 'Informe até 4 números, sem o dígito.',
  'must be an https address without credentials': 'Informe um endereço https sem usuário nem senha.',
  'must be the key as Asaas shows it, without blanks': 'Informe a chave como o Asaas a mostra, sem espaços.',
  'is a key of the sandbox': 'Esta chave é do ambiente de teste do Asaas (sandbox).',
  'is no key of the sandbox': 'Esta chave não é do ambiente de teste do Asaas (sandbox).',
  'must be one or several of pix, boleto and card, as in pix,boleto':
    'Use pix, boleto e card, separados por vírgula.',
  'has a number of instalments twice': 'Um número de parcelas aparece duas vezes.',
  'must be the access token as Mercado Pago shows it': 'Informe o Access Token como o Mercado Pago o mostra.',
  'is a test credential: use the one of production': 'Esta credencial é de teste: use a de produção.',
  'must be the secret as Mercado Pago shows it': 'Informe a assinatura secreta como o Mercado Pago a mostra.',
  'must be a CPF, a CNPJ, an e-mail, a phone with +55, or a random key':
    'Informe um CPF, um CNPJ, um e-mail, um telefone com +55 ou uma chave aleatória.',
  'needs a live key: with a test key every charge is of the simulated bank':
    'Conecte este banco em produção: no ambiente de teste todas as cobranças são do banco simulado.',
  'must not be empty, nor have a colon': 'Preencha este campo, sem dois-pontos.',
  'must not be empty, nor have line breaks': 'Preencha este campo, sem quebras de linha.',
  'must be a UUID, CPF, CNPJ, e-mail or +55 phone, without punctuation':
    'Informe uma chave Pix: UUID, CPF, CNPJ, e-mail ou telefone com +55, sem pontuação.',
  'must be a certificate in PEM': 'Informe um certificado no formato PEM.',
  'must be certificates in PEM': 'Informe certificados no formato PEM.',
  'must be a private key in PEM, without a passphrase':
    'Informe uma chave privada no formato PEM, sem senha.',
  'has expired': 'O certificado expirou.',
  'is not valid yet': 'O certificado ainda não é válido.',
  'does not belong to the certificate': 'A chave privada não corresponde ao certificado.',
  'has no Pix key: register one at the bank': 'A conta não tem chave Pix: cadastre uma no banco.',
  'lacks commercial data that the bank has approved':
    'Os dados comerciais da conta ainda não foram aprovados pelo banco.',
  'lacks a bank account that the bank has approved':
    'A conta bancária para saque ainda não foi aprovada pelo banco.',
  'lacks documents that the bank has approved':
    'Os documentos da conta ainda não foram aprovados pelo banco.',
  'is not approved by the bank yet': 'A conta ainda não foi aprovada pelo banco.',
  'is required for {bank}': 'Este campo é obrigatório para {bank}.',
  'must be basic or body': 'Use basic ou body.',
  'must be words with a space between': 'Use palavras separadas por espaço.',
  'must be lines of `Name: value`, and none that we set ourselves':
    'Use linhas no formato `Nome: valor`, sem os cabeçalhos que o serviço já envia.',
  'must be `name=value` with & between': 'Use `nome=valor`, separados por &.',
  'must have no spaces': 'Não use espaços.',
  'must be on loopback or among SANDBOX_HOSTS: outside production the service calls no bank that may be real':
    'Fora de produção, o serviço não acessa bancos reais: use um endereço local ou de SANDBOX_HOSTS.',
  'comes with the service and needs no connecting; name a real bank':
    'O banco simulado já vem com o serviço. Escolha um banco real.',
}

const PEOPLE = {
  'is needed, or recovery_code, or passkey':
    'Informe o código do aplicativo, um código de recuperação ou a chave de acesso.',
  'is required, as this address has no account yet': 'Informe seu nome: este e-mail ainda não tem conta.',
  'must have more different characters': 'Use mais caracteres diferentes.',
  'must not be a run of letters or digits': 'Não use uma sequência de letras ou números.',
  'must not be a date or a short number': 'Não use uma data nem um número curto.',
  'must not be one of the most usual passwords': 'Esta senha é muito comum. Escolha outra.',
  'must not be made of your name or e-mail address': 'Não use seu nome nem seu e-mail.',
  'is set by the link that POST /api/v1/password-resets mails (/painel/esqueci-a-senha): you have none yet':
    'Você ainda não tem senha. Crie uma pelo link de “Esqueci minha senha”.',
  'is required with a new password': 'Informe a senha atual.',
  'is your address already': 'Este já é o seu e-mail.',
  'cannot be given together with permissions or read_only':
    'Escolha uma função ou as permissões, não as duas.',
  'must be permissions to read alone, as read_only is true':
    'Escolha apenas permissões de leitura, porque a chave é só de leitura.',
}

const AGENCY = {
  'the client has no telephone number: add it, or send by email':
    'O cliente não tem telefone: cadastre um ou envie por e-mail.',
  'no messaging app is connected, or the telephone number is not valid: send by email':
    'Nenhum aplicativo de mensagens está conectado, ou o telefone não é válido: envie por e-mail.',
  'the client has no e-mail address': 'O cliente não tem e-mail.',
  'knows no {name}; connected are {list}': 'O fornecedor {name} não está conectado. Conectados: {list}.',
  'must be a CPF or CNPJ with right check digits': 'Informe um CPF ou CNPJ válido.',
  'is too hard to read text on; the nearest that is not is {colour}':
    'É difícil ler textos sobre esta cor. A mais próxima que serve é {colour}.',
  'must be the two letters of a state, such as SP': 'Informe a sigla do estado, como SP.',
  'is for addresses in Brazil': 'Só endereços no Brasil têm código do IBGE.',
  'is not a city of this state': 'Este município não fica neste estado.',
  'must not be before issued_on': 'A validade não pode ser anterior à emissão.',
  'must be another client': 'Escolha outro cliente.',
  'must be a client of the same type': 'Escolha um cliente do mesmo tipo: pessoa ou empresa.',
  'must not be erased': 'Os dados deste cliente foram eliminados.',
  'must be a CEP such as 01310-100': 'Informe um CEP como 01310-100.',
  'must be a telephone number, such as +55 11 98888-7777': 'Informe um telefone como +55 11 98888-7777.',
  'must be an address that begins with https:// or http://':
    'O endereço deve começar com https:// ou http://.',
  'must be one line of text, and not empty': 'Informe uma linha de texto.',
  'must be plain text': 'Use apenas texto simples.',
  'has the unknown placeholder {name}; use {list} or {last}':
    'Não existe a variável {name}. Use {list} ou {last}.',
  'must be an https:// address': 'O endereço deve começar com https://.',
  'must be a list of at least one event type': 'Escolha pelo menos um tipo de evento.',
  'is not a known event type': 'Este tipo de evento não existe.',
  'is not a known event type; did you mean {name}?':
    'Este tipo de evento não existe. Você quis dizer {name}?',
  'has too many types': 'Há tipos de evento demais.',
}

export const ISSUES = {
  ...GENERAL,
  ...TRIPS,
  ...FLIGHTS,
  ...PRICING,
  ...INVOICING,
  ...WALLET,
  ...BANKS,
  ...PEOPLE,
  ...AGENCY,
}

type Template = keyof typeof ISSUES

/** A text of the table without values. */
export type FixedIssue = Fixed<Template>

/** A text without values, or what one of the functions below returns. */
export type Issue = FixedIssue | Phrase

export interface FieldIssue {
  /** The path in the request: passengers.0.born_on. */
  readonly field: string
  readonly issue: Issue
}

export function issueWith<const T extends Template>(template: T, values: Values<T>): Phrase {
  return [fill(template, values), fill(ISSUES[template], values, SHOWN)]
}

/** For a field with several forms, each form's requirement. */
export function eitherOf(issues: readonly Issue[]): Phrase {
  const phrases = issues.map(phraseOf)
  return [
    phrases.map(([english]) => english).join(' or '),
    phrases.map(([, portuguese]) => portuguese).join(' Ou: '),
  ]
}

/** A value such as a new price, which needs no sentence. */
export function bareValue(value: string): Phrase {
  return [value, value]
}

/** The text of a carrier, a validator or a connection. An unknown one is not repeated in Portuguese. */
export function foreignIssue(text: string): Phrase {
  const portuguese = saidInPortuguese(text)
  if (portuguese === text) return [text, 'Este valor não é aceito.']
  return [text, `${portuguese.charAt(0).toUpperCase()}${portuguese.slice(1)}.`]
}

/** The only warning of bookings with a value. */
const ARRIVES = 'is before the last flight arrives ({day})' satisfies Template

/** A warning that is stored with a booking, as English text. */
export function storedIssue(text: string): Phrase {
  const portuguese = translateStored(text)
  return portuguese === undefined ? foreignIssue(text) : [text, portuguese]
}

export function phraseOf(issue: Issue): Phrase {
  return typeof issue === 'string' ? [issue, ISSUES[issue]] : issue
}

export function englishOf(issue: Issue): string {
  return phraseOf(issue)[0]
}

/** A whole sentence for the reader. */
export function sentenceFor(language: ReaderLanguage, issue: Issue): string {
  const [english, portuguese] = phraseOf(issue)
  return language === 'en' ? sentenceOf(english) : portuguese
}

const PREDICATE = /^(?:must|is|has|cannot|may|was|lacks|does|needs|comes) /

function sentenceOf(issue: string): string {
  const whole = PREDICATE.test(issue)
    ? `This field ${issue}`
    : `${issue.charAt(0).toUpperCase()}${issue.slice(1)}`
  return /[.?!]$/.test(whole) ? whole : `${whole}.`
}

/** How the values of some placeholders are written in Portuguese, by name. */
const SHOWN: ShownValues = {
  amount: reais,
  total: (value) => (value.endsWith(' BRL') ? reais(value.slice(0, -4)) : value),
  has: reais,
  takes: reais,
  today: brazilianDay,
  day: brazilianDay,
  method: (name) => METHODS[name] ?? name,
  bank: (name) => BANK_TITLES[name] ?? name,
  type: (name) => JOURNEYS[name] ?? name,
}

const translateStored = translator(
  Object.entries(ISSUES).filter(([english]) => english === ARRIVES || !english.includes('{')),
  SHOWN,
)

const METHODS: Readonly<Record<string, string>> = {
  pix: 'Pix',
  boleto: 'boleto',
  card: 'cartão',
  pix_automatic: 'Pix Automático',
  pix_key: 'chave Pix',
}

const BANK_TITLES: Readonly<Record<string, string>> = {
  'pix-bacen': 'o banco com API Pix',
  asaas: 'o Asaas',
  'mercado-pago': 'o Mercado Pago',
  'pix-key': 'a chave Pix',
}

const JOURNEYS: Readonly<Record<string, string>> = {
  one_way: 'só ida',
  round_trip: 'ida e volta',
  multi_city: 'vários trechos',
}

function reais(amount: string): string {
  return `R$ ${amount.replace('.', ',').replaceAll(/\B(?=(?:\d{3})+,)/g, '.')}`
}

function brazilianDay(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}
