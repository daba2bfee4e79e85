import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test } from 'vitest';

import { SeamEvent } from './seam-event';

import { Compare } from './compare';

const files = { src: '/a.jpg', alt: '', width: 4, height: 3 };

test('the seam may still move while the page is left', () => {
  const faults: unknown[] = [];
  const keep = (event: ErrorEvent) => faults.push(event.error);
  addEventListener('error', keep);
  /** Dispatches one more seam event after the follower has left the page. */
  const MovesOnLeaving = () => {
    useLayoutEffect(() => () => void dispatchEvent(new SeamEvent(10)), []);
    return null;
  };
  const page = render(
    <>
      <Compare before={files} after={files} follows />
      <MovesOnLeaving />
    </>,
  );
  page.unmount();
  removeEventListener('error', keep);
  expect(faults).toEqual([]);
});

test('the badge of the result is a part of what the seam cuts off, that of the original is covered by it', () => {
  const { container } = render(<Compare before={files} after={files} />);
  const result = container.querySelector('.compare__after')!;
  const original = screen.getByText('Original');
  expect(result.contains(screen.getByText('AI modified'))).toBe(true);
  expect(result.contains(original)).toBe(false);
  expect(original.compareDocumentPosition(result) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
