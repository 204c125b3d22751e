declare module 'escape-html' {
  /** The text with &, <, >, " and ' as entities: fit for elements and quoted attributes. */
  function escaped(text: string): string
  export = escaped
}
