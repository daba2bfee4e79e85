import { rules, type Parsed } from '#contract';
import type { WantedExport } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { CreationRow } from '#backend/domain/swap/present';

const refuse = (field: 'format', message: string) =>
  new AppError('invalid_input', { message, fields: { [field]: message } });

const nouns = { photo: 'photo', gif: 'GIF', video: 'video' } as const;

/**
 * Equal files are made once.
 * @throws AppError `invalid_input` for a format that the result has not
 */
export function wantedOf(
  { kind, material_status }: Pick<CreationRow, 'kind' | 'material_status'>,
  { format, size, sound, at_ms }: Omit<Parsed<'faceswap_export'>, 'order_id'>,
): WantedExport {
  if (format === 'before_after') {
    if (material_status !== 'ready') {
      throw refuse('format', 'The original has been deleted, so that it cannot be shown beside the result.');
    }
    return { format, short_side: null, sound: false, at_ms: kind === 'photo' ? 0 : at_ms };
  }
  const formats: readonly string[] = rules.exportFormats[kind];
  if (!formats.includes(format)) {
    const names = formats.map((name) => name.toUpperCase()).join(', ');
    throw refuse('format', `A ${nouns[kind]} can be downloaded as ${names}. Choose one of these.`);
  }
  const side = size === 'original' ? null : Number(size);
  if (kind !== 'video') return { format, short_side: side, sound: false, at_ms: 0 };
  if (format === 'mp4') return { format, short_side: side, sound, at_ms: 0 };
  const { maxSide } = rules.animationOfVideo;
  return { format, short_side: Math.min(side ?? maxSide, maxSide), sound: false, at_ms };
}

export function isResultItself(
  { result_key, kind }: Pick<CreationRow, 'result_key' | 'kind'>,
  { format, short_side, sound }: WantedExport,
): boolean {
  return result_key?.split('.').at(-1) === format && short_side === null && (sound || kind !== 'video');
}
