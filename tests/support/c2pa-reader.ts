import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import open, { WasmReader } from '@contentauth/c2pa-wasm';

interface Status {
  code: string;
  explanation?: string;
}

interface ReadManifest {
  active_manifest: string;
  manifests: Record<
    string,
    {
      claim_generator_info: { name: string }[];
      ingredients: { relationship: string; active_manifest?: string }[];
      assertions: { label: string; data: { actions: { action: string; digitalSourceType?: string }[] } }[];
    }
  >;
  validation_state: 'Trusted' | 'Valid' | 'Invalid';
  validation_status?: Status[];
}

let opened: Promise<unknown> | undefined;

/** As the C2PA's own implementation, in Rust, reads the file; it trusts `authority`, PEM. */
export async function readWithReference(file: string, mimeType: string, authority: string): Promise<ReadManifest> {
  const wasm = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  await (opened ??= open({ module_or_path: readFileSync(wasm) }));
  const settings = JSON.stringify({ trust: { user_anchors: authority }, verify: { verify_trust: true } });
  const reader = await WasmReader.fromBytes(mimeType, new Uint8Array(readFileSync(file)), settings);
  try {
    return JSON.parse(reader.json()) as ReadManifest;
  } finally {
    reader.free();
  }
}
