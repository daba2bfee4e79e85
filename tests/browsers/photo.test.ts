import sharp from 'sharp';
import { expect, test } from 'vitest';

import { portraitSize } from '#shared/sample-media';
import { heavyPhoto } from '#tests/support/heavy-photo';
import { scratchFolder } from '#tests/support/scratch';

import { download, logInOverLine, swap, uploadInterrupted } from './support/journey';
import { startBrowser, testedBrowsers } from './support/with-browser';

test.each(testedBrowsers)(
  'a photo is uploaded over a broken line, swapped and downloaded in $name',
  async (browser) => {
    const driver = await startBrowser(browser);
    const line = await logInOverLine(driver, '/face-swap-photo');
    await uploadInterrupted(driver, line, heavyPhoto(scratchFolder()));
    await swap(driver, 'Freya', '1 credit');
    const { format, width, height } = await sharp(await download(driver)).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...portraitSize });
  },
);
