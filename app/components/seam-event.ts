const name = 'seam';

/** The seam of the brand picture has moved; what carries the same line below it follows. */
export class SeamEvent extends Event {
  /** Pixels from the left edge of the window. */
  readonly x: number;

  constructor(x: number) {
    super(name);
    this.x = x;
  }
}

/** Follows the seam until the returned function is called. */
export function followSeam(onMove: (x: number) => void): () => void {
  const listen = (event: Event) => onMove((event as SeamEvent).x);
  addEventListener(name, listen);
  return () => removeEventListener(name, listen);
}
