import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { probeVideo } from '#engine/ffmpeg/probe';
import { playsInBrowsers } from '#engine/preview/browsers';
import { withBrowser } from '#tests/support/browser';
import { makeClip } from '#tests/support/clips';
import { playsToItsEnd } from '#tests/support/play-video';
import { scratchFolder } from '#tests/support/scratch';

const { newPage } = withBrowser();

test.each(['mov', '3gp', 'm4v'] as const)(
  'a browser plays a .%s with H.264 and AAC without conversion',
  async (kind) => {
    const aac = ['-c:a', 'aac', '-ar', '44100', '-b:a', '64k'];
    const media = await makeClip(path.join(scratchFolder(), `clip.${kind}`), kind, { seconds: 1, more: aac });
    expect(await playsInBrowsers(await probeVideo(media, 'mov'))).toBe(true);
    await playsToItsEnd(await newPage(), await readFile(media));
  },
);
