import { describe, expect, test } from 'vitest';
import { COMPOSITE_SYNTHETIC, readSourceTypes, writeXmp } from './xmp';

const packet = (body: string, prefix = 'Iptc4xmpExt') =>
  `<rdf:RDF><rdf:Description xmlns:${prefix}="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ${body}</rdf:RDF>`;

describe('digital source types', () => {
  test("round-trip, the picture's own first", () => {
    const types = [COMPOSITE_SYNTHETIC, 'http://example.com/a&b', 'http://example.com/<c>'];
    expect(readSourceTypes(writeXmp(types[0], types.slice(1)))).toEqual(types);
  });

  test.each([
    ['an attribute', packet('Iptc4xmpExt:DigitalSourceType="urn:x"/>')],
    ['an element', packet('><Iptc4xmpExt:DigitalSourceType> urn:x </Iptc4xmpExt:DigitalSourceType></rdf:Description>')],
    ['a resource', packet('><Iptc4xmpExt:DigitalSourceType rdf:resource="urn:x"/></rdf:Description>')],
    ['another prefix', packet('ext:DigitalSourceType="urn:x"/>', 'ext')],
    ['twice the same', packet('Iptc4xmpExt:DigitalSourceType="urn:x"/><a Iptc4xmpExt:DigitalSourceType="urn:x"/>')],
  ])('are read from %s', (_how, xmp) => expect(readSourceTypes(xmp)).toEqual(['urn:x']));

  test('are empty for other packets', () => {
    expect(readSourceTypes('')).toEqual([]);
    expect(readSourceTypes('<a xmlns:Iptc4xmpExt="http://elsewhere/" Iptc4xmpExt:DigitalSourceType="urn:x"/>')).toEqual(
      [],
    );
  });
});
