// Where public links begin: what is below is found by an unguessable token, or secret to nobody.

export const PAY_PATH = '/pay'
export const INVOICE_PATH = '/i'
export const QUOTE_PATH = '/q'
export const CALLBACK_PATH = '/callbacks'
export const LOGO_PATH = '/airlines'
