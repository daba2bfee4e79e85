import { allocate, floatsAt, kernels, withScratch } from '#engine/kernels/memory';

const minWeight = 1e-4;

/**
 * Normalised convolution (Knutsson and Westin, 1993). Untrusted areas take the nearest tone.
 * @param rgb address of size² × 3.
 * @param weights address of size², 0–1.
 * @param radiusShare blur radius over `size`.
 * @param slow address of size² × 3, written.
 */
export function lowFrequency(rgb: number, weights: number, size: number, radiusShare: number, slow: number): void {
  withTrusted(weights, size, radiusShare, ({ radius, trusted, mass, scratch, sums }) => {
    const plane = allocate(4 * size * size);
    kernels().lowPassColours(rgb, trusted, mass, size, size, radius, slow, plane, scratch, sums);
  });
}

/** Of the mean of three channels. @param slow address of size², written. */
export function slowLightness(rgb: number, weights: number, size: number, radiusShare: number, slow: number): void {
  withTrusted(weights, size, radiusShare, ({ radius, trusted, mass, scratch, sums }) => {
    kernels().lowPassLightness(rgb, trusted, mass, size, size, radius, slow, scratch, sums);
  });
}

/** Addresses; `mass` is `trusted` blurred. */
type Blur = Readonly<Record<'radius' | 'trusted' | 'mass' | 'scratch' | 'sums', number>>;

function withTrusted(weights: number, size: number, radiusShare: number, work: (blur: Blur) => void): void {
  const radius = Math.max(1, Math.round(radiusShare * size));
  const count = size * size;
  withScratch(() => {
    const [trusted, mass, scratch] = [allocate(4 * count), allocate(4 * count), allocate(4 * count)];
    const sums = allocate(8 * (size + 1));
    kernels().addNumber(weights, minWeight, count, trusted);
    floatsAt(mass, count).set(floatsAt(trusted, count));
    kernels().boxBlur(mass, size, size, radius, 3, scratch, sums);
    work({ radius, trusted, mass, scratch, sums });
  });
}
