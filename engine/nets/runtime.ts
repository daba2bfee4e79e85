import type * as Runtime from 'onnxruntime-node';

/**
 * ONNX Runtime, told before it is loaded to report nothing: since 1.29 its official Linux builds send data on their use to
 * their maker unless this variable is set (microsoft/onnxruntime#27379). It is read once, when the library starts.
 */
export async function loadRuntime(): Promise<typeof Runtime> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return import('onnxruntime-node');
}
