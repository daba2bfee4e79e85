import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { Order } from '#contract/index';

import { ExportResult } from '~/features/tool/result/export-result';
import type { FormState } from '~/lib/form-state';
import type { Exported } from '~/features/tool/result/export.server';
import { exampleOf } from './support/fake-api';

const { order: example } = exampleOf('faceswap_result');
const { material } = exampleOf('upload_material_detail');
const made = exampleOf('faceswap_export');
const { name, size, download_url: url, ...task } = made;
const order: Order = { ...example, status: 'succeeded', before_url: '/before.jpg' };

function show(exported: Exported | null, changes: Partial<Order> = {}, at = '/tool?order=1', refused?: FormState) {
  const Page = () => <ExportResult order={{ ...order, ...changes }} material={material} exported={exported} />;
  const Stub = createRemixStub([{ id: 'tool', path: '/tool', Component: Page }]);
  render(
    <Stub
      initialEntries={[at]}
      hydrationData={{ loaderData: {}, actionData: refused ? { tool: refused } : undefined }}
    />,
  );
  return document.querySelector('form')!;
}

const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);

test('a photo is offered in its formats and smaller sizes, by a plain form that keeps its place', () => {
  const form = show(null);
  expect([form.method, form.getAttribute('action')]).toEqual(['post', '/tool?order=1']);
  const { order_id } = order;
  expect(Object.fromEntries(new FormData(form))).toEqual({
    ...{ intent: 'export', order_id, format: 'jpg', size: 'original' },
  });
  expect(optionsOf('Format')).toEqual(['JPG', 'PNG', 'WebP', 'Before and after, one picture']);
  expect(optionsOf('Size')).toEqual([
    'Original (1,600 × 1,200)',
    '1080 (1,440 × 1,080)',
    '720 (960 × 720)',
    '480 (640 × 480)',
  ]);
  expect(screen.queryByLabelText('Moment')).toBeNull();
});

test('a video is offered without sound, and says how long a GIF may be', () => {
  show(null, { kind: 'video' });
  expect(optionsOf('Format')).toEqual(['MP4', 'GIF', 'WebP', 'Before and after, one picture']);
  expect(screen.getByText('A GIF or WebP lasts 15 seconds at most, at 480 pixels at most.')).toBeTruthy();
  expect(screen.getByLabelText('Moment')).toBeTruthy();
});

test('without the original, before and after are not offered', () => {
  show(null, { before_url: null });
  expect(optionsOf('Format')).toEqual(['JPG', 'PNG', 'WebP']);
});

test('a finished file is a plain link with its name and size, and the choices stay', () => {
  const form = show({ query: { format: 'webp', size: '720' }, task, name, size, url }, {}, '/tool?order=1&format=webp');
  const link = screen.getByRole('link', { name });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([url, true]);
  expect(screen.getByRole('status').textContent).toContain('178 kB');
  expect(document.querySelector('details')!.open).toBe(true);
  expect(Object.fromEntries(new FormData(form))).toMatchObject({ format: 'webp', size: '720' });
});

test('a failed file says why, and a refused choice stands beside its field', () => {
  const error = { error: 'damaged_media', message: 'The file cannot be read.' } as const;
  show({ query: { format: 'webp' }, task: { ...task, status: 'failed', error }, name, size: null, url: null });
  expect(screen.getByRole('alert').textContent).toContain('The file cannot be read.');
  cleanup();
  const values = { intent: 'export', format: 'png' };
  show(null, {}, '/tool?order=1', { fields: { format: 'A photo can be downloaded as JPG.' }, values });
  expect(document.querySelector('details')!.open).toBe(true);
  expect(screen.getByLabelText<HTMLSelectElement>('Format').value).toBe('png');
  expect(screen.getByLabelText('Format').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('A photo can be downloaded as JPG.')).toBeTruthy();
});

test('a refused moment gets the focus', () => {
  const refused = { fields: { at_ms: 'Write it as 0:12.' }, values: { intent: 'export', at: 'soon' } };
  show(null, { kind: 'video' }, '/tool?order=1', refused);
  expect(document.activeElement).toBe(screen.getByLabelText('Moment'));
});
