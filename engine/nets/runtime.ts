import type * as Runtime from 'onnxruntime-node';

/** Since 1.29 official Linux builds report usage unless this is set before loading (microsoft/onnxruntime#27379). */
export async function loadRuntime(): Promise<typeof Runtime> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return import('onnxruntime-node');
}
