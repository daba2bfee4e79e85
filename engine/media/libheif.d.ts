/** The part of libheif-js that we use; the package has no types for this entry. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    data: Uint8ClampedArray<ArrayBuffer>;
    width: number;
    height: number;
  }

  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    has_alpha_channel(): boolean;
    /** Writes upright RGBA pixels; calls back with null if they cannot be decoded. */
    display(pixels: Pixels, done: (pixels: Pixels | null) => void): void;
  }

  const libheif: {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  };
  export default libheif;
}
