import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mediaKinds } from '#engine';
import type { MeshSource } from '#engine/swap/source-types';
import { makeClip, quarter } from '#tests/support/clips';
import { animated, portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine } from '#tests/support/shared-engine';

test('swaps do not change their source: a second one gives the same file', async () => {
  const [engine, folder] = [await sharedEngine(), scratchFolder()];
  const source = await engine.prepare([portraitPath('diego'), portraitPath('freya')], { identities: true });
  const { prepared, identities } = source;
  expect((prepared as MeshSource).poses).toHaveLength(2); // blended for each face
  const before = structuredClone({ prepared, identities });
  const clip = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', { seconds: 0.5, fps: 12, filters: [quarter] });
  for (const media of [portraitPath('amara'), await animated('gif', [40, 60]), clip]) {
    const results = [];
    for (const name of ['first', 'second']) {
      const out = path.join(folder, name);
      await engine.swap({ media, kinds: mediaKinds, bindings: { p1: source }, out });
      results.push(readFileSync(out));
    }
    expect(results[0].equals(results[1])).toBe(true);
    await engine.preview({ media, kinds: mediaKinds, bindings: { p1: source }, width: 200 });
    expect(differences(before, { prepared, identities })).toEqual([]);
  }
});

/** Names of the values that differ. The bytes of `serialize` differ, too, if V8 keeps an integer as a double. */
function differences(before: unknown, after: unknown, name = 'source'): string[] {
  if (ArrayBuffer.isView(before) && ArrayBuffer.isView(after))
    return bytesOf(before).equals(bytesOf(after)) ? [] : [name];
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return Object.is(before, after) ? [] : [name];
  const [old, present] = [before, after].map((value) => Object.entries(value));
  if (old.length !== present.length) return [name];
  return old.flatMap(([key, value], i) =>
    present[i][0] === key ? differences(value, present[i][1], `${name}.${key}`) : [`${name}.${key}`],
  );
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
