import { expect, test } from 'vitest';
import { signatureHeader } from './signature';

// Computed with OpenSSL 3, as docs/webhooks.md shows.
const vector = {
  secret: 'whsec_example-example-example-example-example',
  time: new Date('2026-11-21T10:00:00.900Z'),
  body: '{"id":"019a9e00-0000-7000-8000-00000000a202","type":"ping","created_at":"2026-11-20T10:00:00.000Z","data":{"endpoint_id":"019a9e00-0000-7000-8000-00000000a201"}}',
  header: 't=1795255200,v1=68b3837c47e7c2dc811b1b6897340d810d28c1cf3cb0ec87fc84614c00a9a139',
};

test('the signature matches the published test vector', () => {
  expect(signatureHeader([vector.secret], vector.body, vector.time)).toBe(vector.header);
});

test('there is one signature per secret', () => {
  const header = signatureHeader([vector.secret, 'whsec_old'], vector.body, vector.time);
  expect(header).toMatch(new RegExp(`^${vector.header},v1=[0-9a-f]{64}$`));
});
