// Dynamic Pix codes like a bank's, written independently of our rules for comparison.

export function dynamicBrCode(location: string, receiver: { name: string; city: string }): string {
  const text = [
    tlv('00', '01'),
    tlv('01', '12'),
    tlv('26', tlv('00', 'br.gov.bcb.pix') + tlv('25', location)),
    tlv('52', '0000') + tlv('53', '986') + tlv('58', 'BR'),
    tlv('59', receiver.name) + tlv('60', receiver.city),
    tlv('62', tlv('05', '***')),
    '6304',
  ].join('')
  return text + checksum(Buffer.from(text, 'latin1'))
}

/** The code of an immediate charge that also accepts a mandate: field 80 has the mandate's place. */
export function compositeBrCode(location: string, mandateLocation: string): string {
  const text = [
    tlv('00', '01'),
    tlv('01', '12'),
    tlv('26', tlv('00', 'br.gov.bcb.pix') + tlv('25', location)),
    tlv('52', '0000') + tlv('53', '986') + tlv('58', 'BR'),
    tlv('59', 'Agencia Sol') + tlv('60', 'SAO PAULO'),
    tlv('62', tlv('05', '***')),
    tlv('80', tlv('00', 'br.gov.bcb.pix') + tlv('25', mandateLocation)),
    '6304',
  ].join('')
  return text + checksum(Buffer.from(text, 'latin1'))
}

function tlv(id: string, value: string): string {
  return `${id}${value.length.toString().padStart(2, '0')}${value}`
}

/** The remainder of the long division by x^16 + x^12 + x^5 + 1, the register filled with ones at first. */
function checksum(bytes: Buffer): string {
  let register = 0xffff
  for (const byte of bytes) {
    for (let mask = 0x80; mask > 0; mask >>= 1) {
      const top = (register >> 15) & 1
      const bit = (byte & mask) === 0 ? 0 : 1
      register = ((register << 1) & 0xffff) ^ (top === bit ? 0 : 0x1021)
    }
  }
  return register.toString(16).toUpperCase().padStart(4, '0')
}
