import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { QualityChoice } from './quality-choice';
import { useQuality } from './use-quality';

const qualities = [
  { id: 'mesh', name: 'Standard', price: 1 },
  { id: 'high', name: 'High', price: 2 },
];

function Choosing() {
  const quality = useQuality({ form: 'swap', subject: 'm1', qualities });
  return (
    <>
      <form id="swap">
        <input type="hidden" name="material_id" value="m1" />
      </form>
      <QualityChoice form="swap" qualities={qualities} chosen={quality.id} onChoose={quality.choose} />
      <p role="status">{quality.price}</p>
    </>
  );
}

const Page = createRemixStub([{ path: '/', Component: Choosing }]);
const show = (address: string) => render(<Page initialEntries={[address]} />);
const price = () => screen.getByRole('status').textContent;
const sent = () => new FormData(document.querySelector('form')!).get('quality');
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name: new RegExp(name) }));

test('the price is that of a quality chosen before the script came', async () => {
  const html = show('/').container.innerHTML;
  cleanup();
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  screen.getByRole('radio', { name: /High/ }).click();
  render(<Page initialEntries={['/']} />, { container, hydrate: true });
  expect([sent(), price()]).toEqual(['high', '2']);
});

test('the address keeps the quality unless it is the usual one, and no longer asks for a preview of another', async () => {
  window.history.replaceState({ key: 'visit' }, '', '/?material=m1&preview=1');
  show('/?material=m1&preview=1');
  expect(window.location.search).toBe('?material=m1&preview=1');
  await choose('High');
  expect(window.location.search).toBe('?material=m1&quality=high');
  expect(window.history.state).toEqual({ key: 'visit' });
  await choose('Standard');
  expect(window.location.search).toBe('?material=m1');
});
