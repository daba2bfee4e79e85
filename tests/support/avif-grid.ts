import sharp from 'sharp';

/** ISO/IEC 14496-12: length, type, content. */
const box = (type: string, ...content: Uint8Array[]): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content]);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
};
const fullBox = (type: string, version: number, flags: number, ...content: Uint8Array[]) =>
  box(type, Buffer.from([version, 0, 0, flags]), ...content);

function numbers(width: 2 | 4, ...values: number[]): Buffer {
  const bytes = Buffer.alloc(width * values.length);
  values.forEach((value, index) => bytes.writeUIntBE(value, index * width, width));
  return bytes;
}

interface Grid {
  /** As stated: pixels of the picture, of which the tiles may show a part. */
  side: number;
  tile: { width: number; height: number };
  /** In each direction; at most 16. */
  tiles: number;
}

/** An AVIF picture whose tiles are all the same item, a picture of one colour. */
export async function avifGrid({ side, tile: { width, height }, tiles }: Grid): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#e01020' } as const;
  const tile = await sharp({ create }).avif({ effort: 0 }).toBuffer();
  const boxOf = (type: string) => {
    const start = tile.indexOf(type, 0, 'latin1') - 4;
    return tile.subarray(start, start + tile.readUInt32BE(start));
  };
  const grid = Buffer.concat([Buffer.from([0, 0, tiles - 1, tiles - 1]), numbers(2, side, side)]);
  const content = box('mdat', grid, boxOf('mdat').subarray(8));
  const sizeOf = (across: number, down: number) => fullBox('ispe', 0, 0, numbers(4, across, down));
  const item = (id: number, type: string, flags: number) =>
    fullBox('infe', 2, flags, numbers(2, id, 0), Buffer.from(`${type}\0`, 'latin1'));
  const headers = (start: number) => {
    const at = (id: number, offset: number, length: number) =>
      Buffer.concat([numbers(2, id, 0, 1), numbers(4, start + 8 + offset, length)]);
    const places = [at(1, 0, grid.length), at(2, grid.length, content.length - 8 - grid.length)];
    const references = Array<number>(tiles * tiles).fill(2);
    const properties = box('ipco', sizeOf(side, side), sizeOf(width, height), boxOf('av1C'), boxOf('pixi'));
    const ofItems = [numbers(4, 2), numbers(2, 1), Buffer.from([2, 1, 4]), numbers(2, 2), Buffer.from([3, 2, 0x83, 4])];
    return Buffer.concat([
      box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1')),
      fullBox(
        'meta',
        0,
        0,
        fullBox('hdlr', 0, 0, Buffer.alloc(4), Buffer.from('pict'), Buffer.alloc(13)),
        fullBox('pitm', 0, 0, numbers(2, 1)),
        fullBox('iloc', 0, 0, Buffer.from([0x44, 0]), numbers(2, 2), ...places),
        fullBox('iinf', 0, 0, numbers(2, 2), item(1, 'grid', 0), item(2, 'av01', 1)),
        fullBox('iref', 0, 0, box('dimg', numbers(2, 1, references.length, ...references))),
        box('iprp', properties, fullBox('ipma', 0, 0, ...ofItems)),
      ),
    ]);
  };
  return Buffer.concat([headers(headers(0).length), content]);
}
