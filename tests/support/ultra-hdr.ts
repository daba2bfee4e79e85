/** Ultra HDR: a JPEG, and behind it a second one, which says how much brighter each pixel is on an HDR screen. */

const gainMapNames = 'http://ns.adobe.com/hdr-gain-map/1.0/';
const containerNames = 'http://ns.google.com/photos/1.0/container/';

function segment(marker: number, name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function xmp(attributes: string, content = ''): Buffer {
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  const description = `<rdf:Description xmlns:hdrgm="${gainMapNames}" hdrgm:Version="1.0" ${attributes}>${content}</rdf:Description>`;
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}">${description}</rdf:RDF></x:xmpmeta>`;
  return segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(packet));
}

const START_BYTES = 2;
const behindStart = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, START_BYTES), ...segments, jpeg.subarray(START_BYTES)]);

/** @param gains a grey JPEG */
export function ultraHdr(jpeg: Buffer, gains: Buffer): Buffer {
  const range = 'hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="False"';
  const gainMap = behindStart(gains, xmp(range));
  const item = (semantic: string, length = '') =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg" ${length}/></rdf:li>`;
  const items = item('Primary') + item('GainMap', `Item:Length="${gainMap.length}"`);
  const names = `xmlns:Container="${containerNames}" xmlns:Item="${containerNames}item/"`;
  const directory = `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`;
  const described = xmp(names, directory);
  const length = jpeg.length + described.length + pictureIndex(0, 0, 0).length;
  const indexAt = START_BYTES + described.length + MARKER_BYTES + INDEX_NAME.length;
  const index = pictureIndex(length, gainMap.length, length - indexAt);
  return Buffer.concat([behindStart(jpeg, described, index), gainMap]);
}

const MARKER_BYTES = 4;
const INDEX_NAME = 'MPF\0';

/**
 * Multi-Picture Format (CIPA DC-007): a TIFF directory of three entries, then 16 bytes for each picture.
 * @param offset of the second picture, from the start of the directory
 */
function pictureIndex(length: number, secondLength: number, offset: number): Buffer {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])));
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([Buffer.from([tag >> 8, tag, type >> 8, type]), numbers(count), value]);
  const entries = [
    entry(0xb000, 7, 4, Buffer.from('0100')),
    entry(0xb001, 4, 1, numbers(2)),
    entry(0xb002, 7, 32, numbers(50)),
  ];
  const directory = [Buffer.from('MM\0*', 'latin1'), numbers(8), Buffer.from([0, 3]), ...entries, numbers(0)];
  const pictures = numbers(0x030000, length, 0, 0, 0, secondLength, offset, 0);
  return segment(0xe2, INDEX_NAME, Buffer.concat([...directory, pictures]));
}
