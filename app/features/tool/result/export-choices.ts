import { exportFormats, exportSides } from '#contract/rules';
import type { Material, Order } from '#contract/index';
import { formatNumber } from '#shared/format-number';

/** Query parameters: reload, links and the back button restore the export. */
export const exportFields = ['format', 'size', 'sound', 'at'] as const;

const formatNames = {
  jpg: 'JPG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  mp4: 'MP4',
  before_after: 'Before and after, one picture',
};

export const formatOptions = ({ kind, before_url }: Pick<Order, 'kind' | 'before_url'>) =>
  [...exportFormats[kind], ...(before_url ? (['before_after'] as const) : [])].map((value) => ({
    value,
    label: formatNames[value],
  }));

type Shape = Pick<Material, 'width' | 'height'>;

/** Below the original's shorter side; all if unknown. */
export function sizeOptions({ width, height }: Shape) {
  const short = width && height ? Math.min(width, height) : Infinity;
  const shape = (factor: number) =>
    width && height
      ? ` (${formatNumber(Math.round(width * factor))} × ${formatNumber(Math.round(height * factor))})`
      : '';
  return [
    { value: 'original', label: `Original${shape(1)}` },
    ...exportSides
      .filter((side) => side < short)
      .map((side) => ({ value: String(side), label: `${side}${shape(side / short)}` })),
  ];
}

export interface ExportQuery {
  format?: string;
  size?: string;
  sound?: string;
  at?: string;
}

/** Null without an export. */
export function parseExportQuery(search: URLSearchParams): ExportQuery | null {
  if (!search.get('format')) return null;
  return Object.fromEntries(
    exportFields.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
