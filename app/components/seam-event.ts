const name = 'seam';

/** Dispatched on window. */
export class SeamEvent extends Event {
  /** Pixels from the window's left edge. */
  readonly x: number;

  constructor(x: number) {
    super(name);
    this.x = x;
  }
}

/** Returns the unsubscribe function. */
export function followSeam(onMove: (x: number) => void): () => void {
  const listen = (event: Event) => onMove((event as SeamEvent).x);
  addEventListener(name, listen);
  return () => removeEventListener(name, listen);
}
