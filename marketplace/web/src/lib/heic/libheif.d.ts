/** The part of libheif-js that we use; its own types describe the functions of C below it. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifImage {
    /** Pixels, after the file's own turns. */
    get_width(): number
    get_height(): number
    /** Fills the picture; null when it cannot be decoded. */
    display(into: ImageData, done: (filled: ImageData | null) => void): void
  }
  interface LibHeif {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
  }
  function libheif(options: { wasmBinary: ArrayBuffer }): LibHeif
  export = libheif
}
