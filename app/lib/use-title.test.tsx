import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useTitle } from './use-title';

function Percent({ value }: { value: number }) {
  useTitle(`${value} %`);
  return null;
}

test('the title of the page is back when the part that set its own has gone', () => {
  document.title = 'Looking for faces | Faceswap';
  const { rerender } = render(<Percent value={40} />);
  rerender(<Percent value={41} />);
  expect(document.title).toBe('41 % | Faceswap');
  rerender(<></>);
  expect(document.title).toBe('Looking for faces | Faceswap');
});

test('the title of the page that the visitor goes to stays', () => {
  document.title = 'Looking for faces | Faceswap';
  const { rerender } = render(<Percent value={40} />);
  document.title = 'Pricing | Faceswap';
  rerender(<></>);
  expect(document.title).toBe('Pricing | Faceswap');
});
