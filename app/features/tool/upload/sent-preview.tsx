import type { Material } from '#contract/index';

import { FilePreview } from './file-preview';

let sent: { materialId: string; preview: string } | undefined;

export function keepPreview(materialId: string, preview: string): void {
  sent = { materialId, preview };
}

/** Of a file that this page has just sent, until the server has a picture of it; else nothing. */
export function SentPreview({ material }: { material: Pick<Material, 'material_id' | 'name' | 'kind'> }) {
  const { material_id, name, kind } = material;
  if (sent?.materialId !== material_id) return null;
  return <FilePreview name={name} isVideo={kind === 'video'} src={sent.preview} />;
}
