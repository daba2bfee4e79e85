// One scenario: Ada, her photo of two people, a face she adds.

export const ids = {
  material: '019a9e00-0000-7000-8000-00000000a001',
  secondMaterial: '019a9e00-0000-7000-8000-00000000a002',
  face: '019a9e00-0000-7000-8000-00000000f001',
  secondFace: '019a9e00-0000-7000-8000-00000000f002',
  secondPhoto: '019a9e00-0000-7000-8000-00000000f003',
  detection: '019a9e00-0000-7000-8000-00000000d001',
  swap: '019a9e00-0000-7000-8000-00000000d002',
  order: '019a9e00-0000-7000-8000-00000000c001',
  secondOrder: '019a9e00-0000-7000-8000-00000000c002',
  batch: '019a9e00-0000-7000-8000-00000000c201',
  share: '019a9e00-0000-7000-8000-00000000c101',
  export: '019a9e00-0000-7000-8000-00000000d003',
  payment: '019a9e00-0000-7000-8000-00000000b001',
  entry: '019a9e00-0000-7000-8000-00000000e001',
  apiKey: '019a9e00-0000-7000-8000-00000000a101',
  webhook: '019a9e00-0000-7000-8000-00000000a201',
  event: '019a9e00-0000-7000-8000-00000000a202',
  delivery: '019a9e00-0000-7000-8000-00000000a203',
  deletion: '019a9e00-0000-7000-8000-00000000a301',
} as const;

export const made = '2026-11-20T10:00:00.000Z';
export const done = '2026-11-20T10:00:04.000Z';
export const gone = '2026-12-20T10:00:00.000Z';
/** `name`: of the download. */
export const media = (key: string, name?: string) =>
  `https://faceswap.example/api/media/${key}?expires=1795255200${name ? `&name=${name}` : ''}&signature=example`;

export function pageOf<T>(...items: T[]) {
  return { items, page: 1, per_page: 20, total: items.length };
}
