import type { FaceFinder } from '#engine/analyse/face-finder';
import { prepareSource, swapFace } from '#engine/swap/mesh-swapper';
import { Workspace } from '#engine/swap/ops/workspace';
import type { FaceView } from '#engine/types';
import type { Member } from './cast';
import { summarise, type Column, type Measured } from './figures';
import { measureStill } from './measure-still';
import { Sheet } from './sheet';

export interface StillsOptions {
  readonly oneIn: number;
  readonly pictures: readonly { readonly file: string; readonly tile?: number }[];
}

export async function benchStills(
  name: string,
  cast: readonly Member[],
  finder: FaceFinder,
  { oneIn, pictures }: StillsOptions,
): Promise<Column> {
  const sheets = pictures.map(({ tile }) => new Sheet(cast.length + 1, cast.length + 1, tile));
  const place = (column: number, row: number, face: FaceView) =>
    Promise.all(sheets.map((sheet) => sheet.place(column, row, face)));
  const workspace = new Workspace();
  const measured: Measured[] = [];
  for (const [index, member] of cast.entries()) {
    await place(index + 1, 0, member);
    await place(0, index + 1, member);
  }
  for (const [row, source] of cast.entries()) {
    const prepared = prepareSource([source]);
    for (const [column, target] of cast.entries()) {
      const result = { ...target.image, data: new Uint8Array(target.image.data) };
      swapFace(result, target.landmarks, prepared, { masks: target.masks, workspace });
      await place(column + 1, row + 1, { image: result, landmarks: target.landmarks });
      if (source === target || (row * cast.length + column) % oneIn > 0) continue;
      measured.push(await measureStill(finder, source, prepared, target, result));
    }
  }
  for (const [i, { file }] of pictures.entries()) await sheets[i].write(file);
  return { name, count: measured.length, measured: summarise(measured) };
}
