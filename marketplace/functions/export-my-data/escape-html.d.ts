declare module 'escape-html' {
  /** Escapes &, <, >, " and ' as entities: safe in elements and quoted attributes. */
  function escaped(text: string): string
  export = escaped
}
