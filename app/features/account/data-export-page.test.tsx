import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';

import { ExportReady } from './data-export-page';

const ready = calls.my_data_export.examples[0].output;

test.each([
  [[0], ['Contains tables.']],
  [[1], ['Contains tables and 1 file.']],
  [
    [20, 3],
    ['Contains tables and 20 files.', 'Contains 3 files.'],
  ],
])('parts with %j files are described', (counts, described) => {
  const parts = counts.map((files, index) => ({ url: `/part/${index}`, files }));
  render(<ExportReady ready={{ ...ready, parts }} />);
  for (const text of described) expect(screen.getByText(text)).toBeTruthy();
});
