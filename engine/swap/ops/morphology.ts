import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';

/**
 * Fills dark structures thinner than 2·radius + 1 (Serra, "Image Analysis and Mathematical Morphology", 1982).
 * @param closed width × height, written.
 */
export function close(plane: Float32Array, width: number, height: number, radius: number, closed: Float32Array): void {
  withScratch(() => {
    const values = copyIn(plane);
    const [scratch, padded] = [allocate(plane.byteLength), allocate(4 * (width + 2 * radius + 8))];
    kernels().close(values, width, height, radius, scratch, padded);
    closed.set(floatsAt(values, plane.length));
  });
}

/** Maximum over (2·radius + 1)², in place, clipped at the border. */
export function dilate(plane: Float32Array, width: number, height: number, radius: number): void {
  withScratch(() => {
    const values = copyIn(plane);
    const [scratch, padded] = [allocate(plane.byteLength), allocate(4 * (width + 2 * radius + 8))];
    kernels().dilate(values, width, height, radius, scratch, padded);
    plane.set(floatsAt(values, plane.length));
  });
}
