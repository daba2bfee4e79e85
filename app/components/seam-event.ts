const name = 'seam';

/** Dispatched on window when the seam of the brand picture moves. */
export class SeamEvent extends Event {
  /** Pixels from the left edge of the window. */
  readonly x: number;

  constructor(x: number) {
    super(name);
    this.x = x;
  }
}

/** Returns a function that unsubscribes. */
export function followSeam(onMove: (x: number) => void): () => void {
  const listen = (event: Event) => onMove((event as SeamEvent).x);
  addEventListener(name, listen);
  return () => removeEventListener(name, listen);
}
