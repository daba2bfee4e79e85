import type { ComponentProps } from 'react';

import { isFinished } from '#contract/finished';

import { choicesKey, choicesQuery, type Choices } from '~/features/tool/choices';
import { selectedPart } from '~/features/tool/format';
import { seamStart } from '~/features/tool/seam-start';
import type { ToolQuery } from '~/lib/paths';

import { Lanes } from './lanes';
import { PersonsStage } from './persons-stage';
import type { Preview } from './preview.server';
import { PreviewProgress, PreviewStage } from './preview-stage';

interface Props extends Omit<ComponentProps<typeof PersonsStage>, 'overlay'> {
  preview: Preview | null;
  previewed: Choices;
  place: ToolQuery;
}

export function ChoosingStage({ preview, previewed, place, ...shown }: Props) {
  const { material, persons, active } = shown;
  const part = selectedPart(material);
  const split = seamStart(persons, previewed, material.width);
  const isUnderWay = preview && 'task' in preview && !isFinished(preview.task.status);
  const overlay = isUnderWay ? (
    <PreviewProgress given={preview.task} place={{ ...place, ...choicesQuery(previewed) }} />
  ) : null;
  return (
    <div className="tool__main">
      {preview && 'url' in preview && preview.url ? (
        <PreviewStage material={material} url={preview.url} before={preview.before} split={split} />
      ) : (
        <PersonsStage {...shown} overlay={overlay} />
      )}
      {part ? <Lanes persons={persons} active={active} part={part} /> : null}
    </div>
  );
}

export function previewError(preview: Preview | null): string | undefined {
  if (!preview) return undefined;
  if ('refusal' in preview) return preview.refusal;
  const { status, error } = preview.task;
  return isFinished(status) && status !== 'succeeded' ? (error?.message ?? 'The preview did not work.') : undefined;
}

/** Null once other faces are chosen. */
export const previewOf = (preview: Preview | null, previewed: Choices, choices: Choices): Preview | null =>
  choicesKey(previewed) === choicesKey(choices) ? preview : null;
