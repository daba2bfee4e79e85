import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { errors } from '#contract/errors';

import { FaceFields } from '~/features/tool/faces/face-fields';
import { PreviewRow } from '~/features/tool/faces/preview-row';

const { message } = errors.content_stopped;
const refused = { message, fields: {}, values: {} };

const show = (page: () => React.JSX.Element) => {
  const Stub = createRemixStub([{ path: '*', Component: page }]);
  render(<Stub />);
  return screen.getByRole('link', { name: 'Ask for a review' }).getAttribute('href');
};

test('a stopped photo of a face leads to its review', () => {
  expect(show(() => <FaceFields refused={refused} />)).toBe('/my/account/decisions');
});

test('a stopped preview leads to its review', () => {
  expect(show(() => <PreviewRow form="form" error={message} />)).toBe('/my/account/decisions');
});
