import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { probeVideo } from '#engine/ffmpeg/probe';
import { makeClip } from '#tests/support/clips';
import { scratchFolder } from '#tests/support/scratch';

import { download, logInOverLine, swap, uploadInterrupted } from './support/journey';
import * as on from './support/locate';
import { startBrowser, testedBrowsers } from './support/with-browser';

/** Incompressible: large enough for a resumable upload. */
const heavy = { seconds: 2, filters: ['scale=960:-2', 'noise=alls=30:allf=t'], more: ['-crf', '28'] };

test.each(testedBrowsers)(
  'a video is uploaded over a broken line, swapped and downloaded in $name',
  async (browser) => {
    const folder = scratchFolder();
    const clip = await makeClip(join(folder, 'talk.mp4'), 'mp4', heavy);
    expect(statSync(clip).size).toBeGreaterThan(5 * 1024 * 1024);
    const driver = await startBrowser(browser);
    const line = await logInOverLine(driver, '/face-swap-video');
    await uploadInterrupted(driver, line, clip);
    await driver.waitFor(on.heading('Keep the part you need'));
    await driver.click(on.button('Find the people'));
    await swap(driver, 'Otto', '2 credits');
    const result = join(folder, 'result.mp4');
    writeFileSync(result, await download(driver));
    const { durationMs } = await probeVideo(result, 'mov');
    expect(durationMs).toBeGreaterThan(1_900);
    expect(durationMs).toBeLessThan(2_200);
  },
);
