import type { Material } from '#contract/index';

import { Skeleton } from '~/components/skeleton';
import { useObjectUrl } from '~/lib/use-object-url';

import { FilePreview } from './file-preview';

let sent: { materialId: string; file: File } | undefined;

export function keepSentFile(materialId: string, file: File): void {
  sent = { materialId, file };
}

/** Until the server has a picture of a file: what this page has just sent, or its place, as after a reload. */
export function SentPreview({ material }: { material: Pick<Material, 'material_id' | 'name' | 'kind'> }) {
  const { material_id, name, kind } = material;
  const src = useObjectUrl(sent?.materialId === material_id ? sent.file : undefined);
  if (!src) return <Skeleton className="size-full rounded-none" />;
  return <FilePreview name={name} isVideo={kind === 'video'} src={src} />;
}
