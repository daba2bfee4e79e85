import { Form, useNavigate } from '@remix-run/react';
import { useEffect, useState, type ChangeEvent } from 'react';

import { Button } from '~/components/button';
import { Select } from '~/components/select';

import type { ListQuery } from './load-list.server';

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  place: ListQuery;
  states: Choice[];
  sorts: Choice[];
  pathTo: (change: ListQuery) => string;
}

/** Without script, a button applies them. */
export function ListTools({ place, states, sorts, pathTo }: Props) {
  const navigate = useNavigate();
  const { type, state = states[0]?.value, sort = sorts[0]?.value } = place;
  // Ahead of the place while the list loads.
  const [chosen, setChosen] = useState({ state, sort });
  useEffect(() => setChosen({ state, sort }), [state, sort]);
  const apply = ({ currentTarget: { name, value } }: ChangeEvent<HTMLSelectElement>) => {
    const next = { ...chosen, [name]: value };
    setChosen(next);
    navigate(pathTo(next), { preventScrollReset: true });
  };
  return (
    <Form method="get" className="list-tools">
      {type ? <input type="hidden" name="type" value={type} /> : null}
      <Select label="Show" name="state" options={states} value={chosen.state} onChange={apply} />
      <Select label="Sort by" name="sort" options={sorts} value={chosen.sort} onChange={apply} />
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  );
}
