import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import * as samples from '#contract/examples';

import { useChoices } from './use-choices';

afterEach(cleanup);

const persons = samples.persons.slice(0, 1);
const faces = ['ada', 'bo'].map((face_id) => ({ face_id, thumb_url: '' }));

function Choosing() {
  const { choices, choose } = useChoices({
    form: 'swap',
    subject: 'm1',
    persons,
    faces,
    activePerson: 'p1',
    initial: {},
    addedFace: null,
  });
  return (
    <form id="swap">
      <input type="hidden" name="material_id" value="m1" />
      {['', 'ada', 'bo'].map((face) => (
        <input
          key={face}
          type="radio"
          name="face.p1"
          aria-label={face || 'none'}
          value={face}
          checked={choices.p1 === face}
          onChange={() => choose('p1', face)}
        />
      ))}
      <p role="status">{choices.p1}</p>
    </form>
  );
}

test('a face that was chosen before the script came stays chosen', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Choosing />);
  screen.getByRole('radio', { name: 'bo' }).click();
  render(<Choosing />, { container, hydrate: true });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'bo' }).checked).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('bo');
});
