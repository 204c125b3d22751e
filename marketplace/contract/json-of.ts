/**
 * Casts a value that the database stores or builds as jsonb to the type its reader expects. The SQL that writes it guarantees the shape,
 * which the policy tests check; here only a missing value is detected.
 */
export function jsonOf<Shape extends object>(json: unknown): Shape {
  if (typeof json !== 'object' || json === null) throw new TypeError('The database answered without a value')
  return json as Shape
}
