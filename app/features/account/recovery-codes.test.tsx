import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';

import { RecoveryCodes } from './recovery-codes';

const codes = ['QSTS-0WEA-58R1-DRPG', 'RXYY-7DY4-1K5X-5E0K'];

function show() {
  const user = userEvent.setup();
  const Page = () => <RecoveryCodes codes={codes} email="ada@example.com" />;
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  return { user, page: render(<Stub />) };
}

test('recovery codes are downloaded as a file that names their account', async () => {
  show();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download' });
  expect(link.download).toBe('faceswap-recovery-codes.txt');
  const file = decodeURIComponent(link.href);
  for (const part of ['ada@example.com', ...codes]) expect(file).toContain(part);
});

test('recovery codes are brought into view where the form before them was scrolled', () => {
  const scrolled: Element[] = [];
  // Newer browsers return a promise, which React would take for the effect's end.
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
    return Promise.resolve();
  };
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
  const { page } = show();
  expect(scrolled).toEqual([screen.getByRole('list', { name: 'Recovery codes' })]);
  page.unmount();
});

test('recovery codes are copied, or selected where the browser refuses', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(`${codes.join('\n')}\n`);
  expect(screen.getByRole('status').textContent).toBe('Copied.');
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Selected: copy them with the keyboard.');
  expect(getSelection()?.toString()).toContain(codes[1]);
});
