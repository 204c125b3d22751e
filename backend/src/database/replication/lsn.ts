/** Parses a WAL position to bytes. PostgreSQL writes it as two hexadecimal halves: 16/B374D848. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
