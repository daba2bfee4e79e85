import { toPersons } from '#engine/analyse/persons';
import { throwIfAborted } from '#engine/errors';
import { readOverWhite } from '#engine/media/read-picture';
import type { Analysis, MediaInput } from '#engine/types';
import { reportStage, type PhotoContext, type WorkOptions } from './context';

export async function analysePhoto(
  { faces }: PhotoContext,
  input: MediaInput,
  { limits, signal, onProgress }: WorkOptions = {},
): Promise<Analysis> {
  throwIfAborted(signal);
  reportStage(onProgress, 'reading');
  const { image, format } = await readOverWhite(input, limits);
  reportStage(onProgress, 'detecting');
  const persons = await toPersons(image, await faces.find(image, { signal }));
  throwIfAborted(signal);
  onProgress?.('detecting', 100);
  return { kind: 'photo', format, width: image.width, height: image.height, persons };
}
