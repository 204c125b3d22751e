/** The part of libheif-js that we use; its own types describe the underlying C functions. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifImage {
    /** Pixels, after applying the file's rotation. */
    get_width(): number
    get_height(): number
    /** Fills the image; null when it cannot be decoded. */
    display(into: ImageData, done: (filled: ImageData | null) => void): void
  }
  interface LibHeif {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
  }
  function libheif(options: { wasmBinary: ArrayBuffer }): LibHeif
  export = libheif
}
