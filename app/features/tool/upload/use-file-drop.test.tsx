import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useFileDrop } from './use-file-drop';

function Page({ onFiles }: { onFiles: (files: File[]) => void }) {
  useFileDrop(onFiles);
  return <input aria-label="Name" />;
}

test.each([
  [
    'text with a picture of it, as from a spreadsheet, is pasted into a field as text',
    'Name',
    ['text/plain', 'Files'],
    0,
  ],
  ['a picture alone is taken, wherever it is pasted', 'Name', ['Files'], 1],
  ['beside the fields, also text with a picture is taken', undefined, ['text/plain', 'Files'], 1],
])('%s', (_what, field, types, taken) => {
  const received: File[] = [];
  render(<Page onFiles={(files) => received.push(...files)} />);
  const target = field ? screen.getByLabelText(field) : document.body;
  fireEvent.paste(target, { clipboardData: { types, files: [new File(['a picture'], 'image.png')] } });
  expect(received).toHaveLength(taken);
});
