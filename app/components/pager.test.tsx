import { expect, test } from 'vitest';

import { pagesAround } from './pager';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [2, 5, [1, 2, 3, null, 5]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('on page %i of %i there are links to %j', (page, last, links) => expect(pagesAround(page, last)).toEqual(links));
