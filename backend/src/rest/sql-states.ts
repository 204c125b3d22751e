const EXACT: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53100': 507,
  '53400': 500,
  // A value nested too deeply: sent by the client, not part of our SQL.
  '54001': 400,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
  '42P01': 404,
  '42P17': 500,
}

const BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

/** The HTTP status for a SQLSTATE, by the data API's table. `role` is the role that ran the statement. */
export function statusOfSqlState(code: string, message: string, role: string | null): number {
  switch (code) {
    case '42501':
      return role === 'anon' ? 401 : 403
    case '42883':
      return message.startsWith('function xmlagg(') ? 406 : 404
    case '21000':
      return message.endsWith('requires a WHERE clause') ? 400 : 500
    case '22023':
      return /^role ".*" does not exist$/.test(message) ? 401 : 400
  }
  // A PT code that isn't an HTTP status is a fault of the application.
  if (code.startsWith('PT')) return Number(/^PT([2-5]\d\d)$/.exec(code)?.[1] ?? 500)
  return EXACT[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400
}
