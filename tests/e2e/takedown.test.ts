import { expect, inject, test } from 'vitest';

import { expectedFaults, press, ways } from '#tests/support/account-pages';
import { faultsOf } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { adminAt } from '#tests/support/site-operator';

const { newPage } = withBrowser();

test.each(ways)('a visitor reports a picture without an account, and the operator has the case, $how', async (way) => {
  const page = await newPage({ ...way, expectedFaults });
  await page.goto('/contact?address=https%3A%2F%2Ffaceswap.example%2Fshared%3Ftoken%3D1#report');
  await press(page, 'Report it');
  const form = page.getByRole('region', { name: 'Report a picture or video' });
  await form.getByText('Enter an e-mail address').waitFor();
  if (way.javaScriptEnabled) expect(await faultsOf(page, 'a refused report')).toEqual([]);
  await form.getByLabel('What does it show?').fill('Me at the beach, with another body.');
  await form.getByLabel('Who is shown?').fill('Me, Grace Example');
  await form.getByLabel('Your e-mail').fill('grace@example.com');
  await form.getByLabel(/I believe in good faith/).check();
  await form.getByLabel('Your name, as signature').fill('Grace Example');
  await press(page, 'Report it');
  const note = form.getByText('Your report has arrived as case');
  const number = /case ([0-9a-f-]{36})/.exec(await note.innerText())![1]!;
  await form.getByText(/decided by .+ at the latest/).waitFor();

  const { stdout } = await adminAt(inject('siteDataDirectory'), 'case', number, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'open',
    location: 'https://faceswap.example/shared?token=1',
    person: 'Me, Grace Example',
  });
});
