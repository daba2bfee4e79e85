import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { floatsOf, tensorFor } from '#engine/neural/net-tensors';

const session = {
  inputMetadata: [{ name: 'x', isTensor: true, type: 'float16', shape: [2] }],
} as unknown as InferenceSession;

/** As ONNX Runtime's tensors are on each version of Node. */
class Wrapping {
  readonly type = 'float16';
  readonly dims = [2];
  /** Stands for a Float16Array, which Node 20 does not have. */
  get data() {
    return new Float64Array(2);
  }
}

test('halves reach the native part as whole numbers of 16 bits', () => {
  const tensor = tensorFor(session, Wrapping as unknown as typeof Tensor, 'x', Float32Array.of(1, -2), [2]);
  expect(tensor.data).toEqual(Uint16Array.of(0x3c00, 0xc000));
  expect(floatsOf(tensor)).toEqual(Float32Array.of(1, -2));
});
