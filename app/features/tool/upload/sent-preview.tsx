import type { Material } from '#contract/index';

import { useObjectUrl } from '~/lib/use-object-url';

import { FilePreview } from './file-preview';

let sent: { materialId: string; file: File } | undefined;

export function keepSentFile(materialId: string, file: File): void {
  sent = { materialId, file };
}

/** Of a file that this page has just sent, until the server has a picture of it; else nothing. */
export function SentPreview({ material }: { material: Pick<Material, 'material_id' | 'name' | 'kind'> }) {
  const { material_id, name, kind } = material;
  const src = useObjectUrl(sent?.materialId === material_id ? sent.file : undefined);
  return src ? <FilePreview name={name} isVideo={kind === 'video'} src={src} /> : null;
}
