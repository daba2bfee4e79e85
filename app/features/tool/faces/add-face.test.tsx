import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { AddFace } from './add-face';

test('a drawn face that cannot be added says why', async () => {
  const refused = { message: 'Your library is full.', fields: {}, values: {} };
  const Stub = createRemixStub([{ path: '/', Component: () => <AddFace hasFaces />, action: () => refused }]);
  render(<Stub />);
  fireEvent.click(screen.getByRole('button', { name: 'Add Kenji’s face' }));
  expect((await screen.findByRole('alert')).textContent).toBe(refused.message);
});
