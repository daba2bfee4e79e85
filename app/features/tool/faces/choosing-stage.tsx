import { isFinished } from '#contract/finished';
import type { Material, Person } from '#contract/index';

import type { ToolQuery } from '~/lib/paths';

import type { Choices } from '~/features/tool/choices';
import { PersonsStage } from './persons-stage';
import { PreviewStage, PreviewProgress } from './preview-stage';
import type { Preview } from './preview.server';

interface Props {
  material: Material;
  persons: Person[];
  /** Key of the active person. */
  open: string;
  preview: Preview | null;
  /** Query of the preview to poll. */
  place: ToolQuery;
}

/** The media with its persons, or the preview. */
export function ChoosingStage({ preview, place, ...shown }: Props) {
  if (preview && 'url' in preview && preview.url) return <PreviewStage material={shown.material} url={preview.url} />;
  const isUnderWay = preview && 'task' in preview && !isFinished(preview.task.status);
  return (
    <div className="relative">
      <PersonsStage {...shown} />
      {isUnderWay ? <PreviewProgress given={preview.task} place={place} /> : null}
    </div>
  );
}

export function previewError(preview: Preview | null): string | undefined {
  if (!preview) return undefined;
  if ('refusal' in preview) return preview.refusal;
  const { status, error } = preview.task;
  return isFinished(status) && status !== 'succeeded' ? (error?.message ?? 'The preview did not work.') : undefined;
}

/** Whether the preview shows the current choices; compares the preferred face of each person. */
export function matchesChoices(previewed: Choices, choices: Choices): boolean {
  const persons = new Set([...Object.keys(previewed), ...Object.keys(choices)]);
  return [...persons].every((key) => (previewed[key]?.split(',')[0] ?? '') === (choices[key] ?? ''));
}
