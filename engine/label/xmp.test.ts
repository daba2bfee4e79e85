import { describe, expect, it } from 'vitest';
import { COMPOSITE_SYNTHETIC, readSourceTypes, writeXmp } from './xmp';

const packet = (body: string, prefix = 'Iptc4xmpExt') =>
  `<rdf:RDF><rdf:Description xmlns:${prefix}="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ${body}</rdf:RDF>`;

describe('digital source types', () => {
  it("are read back as written, the picture's own first", () => {
    const types = [COMPOSITE_SYNTHETIC, 'http://example.com/a&b', 'http://example.com/<c>'];
    expect(readSourceTypes(writeXmp(types[0], types.slice(1)))).toEqual(types);
  });

  it.each([
    ['an attribute', packet('Iptc4xmpExt:DigitalSourceType="urn:x"/>')],
    ['an element', packet('><Iptc4xmpExt:DigitalSourceType> urn:x </Iptc4xmpExt:DigitalSourceType></rdf:Description>')],
    ['a resource', packet('><Iptc4xmpExt:DigitalSourceType rdf:resource="urn:x"/></rdf:Description>')],
    ['another prefix', packet('ext:DigitalSourceType="urn:x"/>', 'ext')],
    ['twice the same', packet('Iptc4xmpExt:DigitalSourceType="urn:x"/><a Iptc4xmpExt:DigitalSourceType="urn:x"/>')],
  ])('are found written as %s', (_how, xmp) => expect(readSourceTypes(xmp)).toEqual(['urn:x']));

  it('are none in a packet about something else', () => {
    expect(readSourceTypes('')).toEqual([]);
    expect(readSourceTypes('<a xmlns:Iptc4xmpExt="http://elsewhere/" Iptc4xmpExt:DigitalSourceType="urn:x"/>')).toEqual(
      [],
    );
  });
});
